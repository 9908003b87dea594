// <chip-stack chips="2500 500 500">: largest at the bottom, the top chip shows its value.

import { s } from "../core/dom.js";

const RISE = 4.5;
const SHOWN = { 100: "1", 500: "5", 2500: "25", 10000: "100", 50000: "500", 100000: "1K" };

function chip(value, y) {
  return s(
    "g",
    { class: `c-${value}`, transform: `translate(0 ${y})` },
    s("circle", { cx: 22, cy: 22, r: 21, class: "c-body" }),
    s("circle", {
      cx: 22,
      cy: 22,
      r: 18.2,
      class: "c-spot",
      "stroke-width": 5.6,
      "stroke-dasharray": "7.15 7.15",
      "stroke-dashoffset": 3.6,
    }),
    s("circle", { cx: 22, cy: 22, r: 13.6, class: "c-body" }),
    s("circle", { cx: 22, cy: 22, r: 13.2, class: "c-spot", "stroke-width": 0.9, opacity: 0.7 }),
    s("circle", { cx: 22, cy: 22, r: 21, class: "c-line", "stroke-width": 0.8 }),
  );
}

class ChipStack extends HTMLElement {
  static observedAttributes = ["chips"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const chips = (this.getAttribute("chips") || "").split(" ").filter(Boolean);
    const tall = 44 + RISE * Math.max(0, chips.length - 1);
    const svg = s("svg", { viewBox: `0 0 44 ${tall}`, "aria-hidden": "true" });
    chips.forEach((value, at) => svg.append(chip(value, RISE * (chips.length - 1 - at))));
    const top = chips.at(-1);
    if (top) {
      svg.append(
        s(
          "g",
          { class: `c-${top}` },
          s(
            "text",
            { x: 22, y: 26.3, class: "c-num", "font-size": SHOWN[top]?.length > 2 ? 10 : 12 },
            SHOWN[top] ?? "",
          ),
        ),
      );
    }
    this.replaceChildren(svg);
    this.setAttribute("aria-hidden", "true");
  }
}

customElements.define("chip-stack", ChipStack);
