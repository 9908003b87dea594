// Elements built anew from data and laid over the ones that stand there, so that focus and motion survive.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "vars") { for (const [key, set] of Object.entries(value)) node.style.setProperty(key, set); }
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

// Lay `next` over `node`: same tags and keys keep their elements.
export function morph(node, next) {
  attributes(node, next);
  if (node.localName.includes("-")) return;
  const keyed = new Map();
  for (const child of node.children) {
    if (child.dataset?.key) keyed.set(child.dataset.key, child);
  }
  let at = node.firstChild;
  for (const wanted of [...next.childNodes]) {
    const key = wanted.dataset?.key;
    let found = key ? keyed.get(key) : at;
    if (!key) { while (found?.dataset?.key) found = found.nextSibling; }
    const stays = wanted.dataset?.stands !== undefined;
    if (found && (stays || same(found, wanted))) {
      if (found !== at) node.insertBefore(found, at);
      else at = at.nextSibling;
      keyed.delete(key);
      if (stays) continue;
      if (wanted.nodeType === Node.TEXT_NODE) {
        if (found.data !== wanted.data) found.data = wanted.data;
      } else morph(found, wanted);
    } else node.insertBefore(wanted, at);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

// In the place of an element that is to stay as it stands.
export const stands = (key) => h("template", { "data-key": key, "data-stands": true });

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && a.dataset?.key === b.dataset?.key;
}

// An element of ours names itself; that is not taken from it.
function attributes(node, next) {
  const own = node.localName.includes("-");
  for (const { name, value } of [...next.attributes]) {
    if (name === "style") continue;
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  for (const { name } of [...node.attributes]) {
    if (name === "style" || name === "data-live" || (own && /^(role|aria-)/.test(name))) continue;
    if (name === "open" && node.localName === "details" && !node.dataset.toggle) continue; // the reader's own
    if (!next.hasAttribute(name)) node.removeAttribute(name);
  }
  if (node.style && next.style && node.style.cssText !== next.style.cssText) node.style.cssText = next.style.cssText;
}

// Where an event came from: on these pages an element, and a field where its value is asked for.
/** @returns {HTMLInputElement} */
export const targetOf = (event) => event.target;

/** @type {(selector: string, within?: ParentNode) => HTMLElement | null} */
export const queryOne = (selector, within = document) => within.querySelector(selector);

/** @type {(selector: string, within?: ParentNode) => HTMLInputElement[]} */
export const queryAll = (selector, within = document) => /** @type {any[]} */ ([...within.querySelectorAll(selector)]);

export function fit(host, ...children) {
  const next = host.cloneNode(false);
  append(next, children);
  morph(host, next);
}

const ICONS = {
  payouts: "M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h3.500",
  history: "M4 12a8 8 0 1 0 2.600-5.900M4 4v4.500h4.500M12 8v4.500l3 2",
  settings: "M4 8h9M17 8h3M4 16h3M11 16h9M15 5.600v4.800M9 13.600v4.800",
  close: "M5.500 5.500l13 13M18.500 5.500l-13 13",
  link:
    "M10 14a4 4 0 0 0 5.700.3l3-3a4 4 0 0 0-5.700-5.700l-1.300 1.300M14 10a4 4 0 0 0-5.700-.3l-3 3a4 4 0 0 0 5.700 5.700l1.300-1.300",
  people:
    "M9 11.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400M3 19.500c.4-3.600 2.800-5.500 6-5.500s5.600 1.900 6 5.500M16 11.300a2.700 2.700 0 1 0-1-5.200M17 14.200c2.200.5 3.700 2.200 4 5",
  warning: "M12 3.500 22 20.500H2zM12 10v5M12 17.700v.3",
  door: "M14 4H6v16h8M10.500 12H20M16.500 8.500 20 12l-3.500 3.500",
  coach:
    "M2.500 9.500 12 5l9.500 4.500L12 14zM6.500 11.500v4.200c1.600 1.500 3.500 2.300 5.500 2.300s3.900-.8 5.500-2.300v-4.200M21.500 9.500v5.500",
  up: "M12 20V4.500M5.500 11 12 4.500 18.500 11",
  keys: "M3 6.500h18v11H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
};

export function icon(name) {
  return s("svg", {
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 1.7,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  }, s("path", { d: ICONS[name] }));
}

export function mark() {
  return s(
    "svg",
    {
      viewBox: "0 0 16 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.2,
      "stroke-linecap": "round",
      "aria-hidden": "true",
    },
    s("path", {
      d: "M12 5.200C11.400 3.200 9.900 2 8 2 5.800 2 4.100 3.400 4.100 5.300c0 4.100 8.300 4 8.300 8.100 0 1.600-1.300 2.800-3.100 3.200",
    }),
    s("path", {
      d: "M4.100 18.800C4.700 20.800 6.200 22 8.100 22c2.200 0 3.900-1.400 3.900-3.300 0-4.100-8.300-4-8.300-8.100 0-1.600 1.300-2.800 3.100-3.200",
    }),
  );
}

export function cite(text) {
  return text
    ? h(
      "button",
      { class: "cite", type: "button", "data-do": "law", "data-cite": text, title: text, translate: "no" },
      text.replace("58 Pa. Code ", ""),
    )
    : null;
}

// A name, an address or a source: the same in every language.
export const untold = (words) => h("span", { translate: "no" }, words);

export function realCards(words) {
  if (!words) return null;
  const [short, ...rest] = words.split(",");
  return h(
    "span",
    { class: "tag real", title: words },
    short,
    h("span", { class: "more" }, rest.length ? `,${rest.join(",")}` : ""),
  );
}
