// <playing-card face="Ks">: drawn here, faces and backs. Without a face it is only a back and carries nothing else.

import { h, s } from "../core/dom.js";
import { t } from "../core/language.js";
import { arrived, turned } from "../core/motion.js";

const SUITS = {
  s: "M12 2c-3 4.600-9 7.700-9 12.100 0 2.600 2 4.400 4.400 4.400 1.500 0 2.900-.8 3.700-2-.2 2.500-1 4.200-2.700 5.500h7.200c-1.700-1.300-2.500-3-2.700-5.500.8 1.200 2.200 2 3.700 2 2.400 0 4.400-1.800 4.400-4.400C21 9.700 15 6.600 12 2Z",
  h: "M12 21.500C9.500 17.600 2.500 14 2.500 8.300c0-3.100 2.300-5.300 5-5.300 2 0 3.700 1.200 4.500 3.100C12.800 4.200 14.500 3 16.500 3c2.700 0 5 2.200 5 5.300 0 5.700-7 9.300-9.500 13.200Z",
  d: "M12 1.700c2 3.900 5 7.400 8 10.300-3 2.900-6 6.400-8 10.300-2-3.900-5-7.400-8-10.300 3-2.900 6-6.400 8-10.300Z",
  c: "M12 2a4.700 4.700 0 0 0-3.500 7.800A4.700 4.700 0 1 0 11 17.300c-.2 2.100-1 3.600-2.600 4.700h7.200c-1.600-1.100-2.400-2.600-2.600-4.700a4.700 4.700 0 1 0 2.500-7.500A4.700 4.700 0 0 0 12 2Z",
};
const GLYPHS = {
  A: ["M2.500 26 10 3l7.500 23", "M5.300 18h9.400"],
  2: ["M3.500 9.500C3.500 5.600 6.300 3 10 3s6.400 2.500 6.400 6C16.400 14.800 8 18.500 3.500 26h13.300"],
  3: [
    "M3.800 3h12.400L9.500 11.600c4.200 0 7.300 2.900 7.300 7 0 4.300-3.100 7.400-7.300 7.400-3.200 0-5.600-1.700-6.500-4.500",
  ],
  4: ["M13.300 26V3L2.700 19.500H17.500"],
  5: [
    "M15.800 3H5.800L4.600 13.200C6 11.900 7.900 11.100 10 11.100c4 0 6.900 3 6.900 7.300 0 4.500-3.100 7.600-7.300 7.600-3.200 0-5.600-1.700-6.600-4.400",
  ],
  6: [
    "M13.700 3C7.300 5.200 3.400 11 3.400 18.700 3.400 23 6.200 26 10 26s6.600-3 6.600-7.200-2.800-7.200-6.600-7.200-6.600 2.900-6.600 7.100",
  ],
  7: ["M3 3h14L8.300 26"],
  8: [
    "M10 13.400c-3.300 0-5.600-2.100-5.600-5.200S6.700 3 10 3s5.600 2.100 5.600 5.200-2.300 5.200-5.600 5.200c-3.900 0-6.700 2.600-6.700 6.300S6.100 26 10 26s6.700-2.600 6.700-6.300-2.800-6.300-6.700-6.300Z",
  ],
  9: [
    "M6.300 26c6.400-2.200 10.300-8 10.300-15.700C16.600 6 13.800 3 10 3s-6.600 3-6.600 7.200 2.800 7.200 6.600 7.200 6.600-2.900 6.600-7.100",
  ],
  T: ["M1.800 5.600 5 3v23", "M13.500 3c-3 0-5 3.400-5 11.500S10.500 26 13.500 26s5-3.400 5-11.500S16.500 3 13.500 3Z"],
  J: ["M13.300 3v16.600c0 4-2.200 6.400-5.700 6.400-2.600 0-4.500-1.300-5.200-3.700"],
  Q: ["M10 3c4.300 0 7 4.300 7 11.500S14.300 26 10 26s-7-4.300-7-11.500S5.700 3 10 3Z", "M11.300 20 17.500 27.500"],
  K: ["M4 3v23", "M16.600 3 4.200 16.500", "M8.600 12 17 26"],
};
const PIPS = {
  A: [[50, 70, 2]],
  2: [[50, 32], [50, 108]],
  3: [[50, 32], [50, 70], [50, 108]],
  4: [[36, 32], [64, 32], [36, 108], [64, 108]],
  5: [[36, 32], [64, 32], [50, 70], [36, 108], [64, 108]],
  6: [[36, 32], [64, 32], [36, 70], [64, 70], [36, 108], [64, 108]],
  7: [[36, 32], [64, 32], [50, 51], [36, 70], [64, 70], [36, 108], [64, 108]],
  8: [[36, 32], [64, 32], [50, 51], [36, 70], [64, 70], [50, 89], [36, 108], [64, 108]],
  9: [[36, 29], [64, 29], [36, 56], [64, 56], [50, 70], [36, 84], [64, 84], [36, 111], [64, 111]],
  T: [[36, 29], [64, 29], [50, 42.500], [36, 56], [64, 56], [36, 84], [64, 84], [50, 97.500], [36, 111], [64, 111]],
};
const ORNAMENTS = {
  K: "M-13 7-15-5l7 5 4-9 4 9 4-9 4 9 7-5-2 12Z",
  Q: "M-12 7-14-3l6 4 3-8 5 7 5-7 3 8 6-4-2 10Z",
  J: "M0-11c3 3 4 6 3 9 2-3 6-4 9-1-3 0-4 2-4 4H-8c0-2-1-4-4-4 3-3 7-2 9 1-1-3 0-6 3-9ZM-8 4H8v3H-8Z",
};
const RANKS = {
  A: t("ace"),
  K: t("king"),
  Q: t("queen"),
  J: t("jack"),
  T: t("ten"),
  9: t("nine"),
  8: t("eight"),
  7: t("seven"),
  6: t("six"),
  5: t("five"),
  4: t("four"),
  3: t("three"),
  2: t("two"),
};
const NAMES = { s: t("spades"), h: t("hearts"), d: t("diamonds"), c: t("clubs") };

export function words(face) {
  if (!face) return t("face-down card");
  return face === "Jk" ? t("joker") : t("{rank} of {suit}", { rank: RANKS[face[0]], suit: NAMES[face[1]] });
}

function suit(of, x, y, scale, upside = false) {
  return s("path", {
    d: SUITS[of],
    fill: "currentColor",
    transform: `translate(${x} ${y})${upside ? " rotate(180)" : ""} scale(${scale}) translate(-12 -12)`,
  });
}

function glyph(rank, x, y, scale, width = 3.4) {
  return s("g", {
    transform: `translate(${x} ${y}) scale(${scale})`,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  }, GLYPHS[rank].map((d) => s("path", { d })));
}

function corners(make) {
  return [s("g", {}, ...make()), s("g", { transform: "rotate(180 50 70)" }, ...make())];
}

function full(rank, of) {
  const inner = [];
  if (PIPS[rank]) {
    const size = rank === "A" ? 1.9 : rank > "6" || rank === "T" ? 0.7 : 0.78;
    for (const [x, y, big] of PIPS[rank]) inner.push(suit(of, x, y, big ? size : size, y > 70));
    if (rank === "A" && of === "s") {
      inner.push(s("circle", { cx: 50, cy: 70, r: 32, fill: "none", stroke: "currentColor", "stroke-width": 0.8 }));
      inner.push(
        s("circle", {
          cx: 50,
          cy: 70,
          r: 34.5,
          fill: "none",
          stroke: "currentColor",
          "stroke-width": 0.8,
          "stroke-dasharray": "1.3 2.2",
        }),
      );
    }
  } else {
    inner.push(s("rect", { x: 29, y: 21, width: 42, height: 98, rx: 4, fill: "currentColor", opacity: 0.07 }));
    inner.push(
      s("rect", {
        x: 29,
        y: 21,
        width: 42,
        height: 98,
        rx: 4,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 0.9,
        opacity: 0.55,
      }),
    );
    inner.push(glyph(rank, 36.500, 49.500, 1.4, 3.1));
    for (const turn of [0, 180]) {
      inner.push(
        s(
          "g",
          { transform: `rotate(${turn} 50 70) translate(50 38)` },
          s("path", { d: ORNAMENTS[rank], fill: "currentColor" }),
          s("path", { d: "M-13 10.500h26", stroke: "currentColor", "stroke-width": 1.6, "stroke-linecap": "round" }),
        ),
      );
    }
  }
  return [...corners(() => [glyph(rank, 6.500, 7.500, 0.8), suit(of, 14.500, 41, 0.62)]), ...inner];
}

function cap(x, y, scale) {
  return s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})`, fill: "currentColor" },
    s("path", { d: "M-16 8c0-12-5-16-9-15 2-6 10-7 13-1 1-8 7-13 12-13s11 5 12 13c3-6 11-5 13 1-4-1-9 3-9 15Z" }),
    s("circle", { cx: -25, cy: -5, r: 3 }),
    s("circle", { cx: 25, cy: -5, r: 3 }),
    s("circle", { cx: 0, cy: -22, r: 3 }),
    s("rect", { x: -16, y: 10, width: 32, height: 3.5, rx: 1.7 }),
  );
}

function joker() {
  const letters = ["J", "O", "K", "E", "R"].map((letter, at) =>
    s("text", {
      x: 13,
      y: 18 + at * 11,
      "text-anchor": "middle",
      "font-size": 11,
      "font-weight": 700,
      fill: "currentColor",
    }, letter)
  );
  return [
    ...corners(() => letters.map((node) => node.cloneNode(true))),
    s("rect", { x: 27, y: 21, width: 46, height: 98, rx: 4, fill: "currentColor", opacity: 0.07 }),
    s("rect", {
      x: 27,
      y: 21,
      width: 46,
      height: 98,
      rx: 4,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 0.9,
      opacity: 0.55,
    }),
    cap(50, 69, 0.82),
    ...["s", "h", "d", "c"].map((of, at) => suit(of, 36.500 + at * 9, 93, 0.3)),
  ];
}

function small(face) {
  if (face === "Jk") {
    return [
      s(
        "text",
        { x: 50, y: 46, "text-anchor": "middle", "font-size": 44, "font-weight": 700, fill: "currentColor" },
        "JK",
      ),
      cap(50, 102, 1.25),
    ];
  }
  return [glyph(face[0], 12, 12, 1.75, 3.8), suit(face[1], 58, 98, 2.4)];
}

let weave = null;
function back(deck) {
  if (!weave) {
    const d = [];
    for (let x = -140; x < 240; x += 9) d.push(`M${x} 0l140 140M${x + 140} 0l-140 140`);
    weave = d.join("");
  }
  return [
    s("rect", { width: 100, height: 140, class: "face" }),
    s(
      "svg",
      { x: 6, y: 6, width: 88, height: 128, viewBox: "6 6 88 128" },
      s("rect", { x: 6, y: 6, width: 88, height: 128, rx: 4, class: deck === "2" ? "back2" : "back1" }),
      s("path", { d: weave, class: "weave", "stroke-width": 0.9, fill: "none" }),
    ),
    s("ellipse", { cx: 50, cy: 70, rx: 15, ry: 21, class: "crest", "stroke-width": 1.6 }),
    s(
      "g",
      {
        transform: "translate(41.600 57.400) scale(1.050)",
        class: "crest-mark",
        fill: "none",
        "stroke-width": 2,
        "stroke-linecap": "round",
      },
      s("path", {
        d: "M12 5.200C11.400 3.200 9.900 2 8 2 5.800 2 4.100 3.400 4.100 5.300c0 4.100 8.300 4 8.300 8.100 0 1.600-1.300 2.800-3.100 3.200",
      }),
      s("path", {
        d: "M4.100 18.800C4.700 20.800 6.200 22 8.100 22c2.200 0 3.900-1.400 3.900-3.300 0-4.100-8.300-4-8.300-8.100 0-1.600 1.300-2.800 3.100-3.200",
      }),
    ),
  ];
}

class PlayingCard extends HTMLElement {
  static observedAttributes = ["face", "size", "wild", "data-quiet"];

  connectedCallback() {
    if (!this.firstChild) this.draw();
    arrived(this);
  }

  attributeChangedCallback(name, before, after) {
    if (!this.isConnected) return;
    this.draw();
    if (name === "face" && !before && after) turned(this);
  }

  draw() {
    const face = this.getAttribute("face") || "";
    const of = face === "Jk" ? "j" : face[1];
    const svg = s("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" });
    if (!face) svg.append(...back(this.getAttribute("deck")));
    else {svg.append(
        s("rect", { width: 100, height: 140, class: "face" }),
        s(
          "g",
          { class: `s-${of}` },
          ...(this.getAttribute("size") === "mini" ? small(face) : face === "Jk" ? joker() : full(face[0], of)),
        ),
      );}
    const wild = face && this.getAttribute("wild");
    this.replaceChildren(svg, ...(wild ? [h("span", { class: "wild", "aria-hidden": "true" }, wild)] : []));
    const quiet = this.hasAttribute("data-quiet");
    this.setAttribute("role", quiet ? "presentation" : "img");
    if (quiet) this.removeAttribute("aria-label");
    else this.setAttribute("aria-label", wild ? `${words(face)}, ${wild}` : words(face));
  }
}

customElements.define("playing-card", PlayingCard);
