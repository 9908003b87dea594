// What a submission makes: the file, the payout sign and the layout of the table, to look at and to take away.

import { Refused } from "../core/api.js";
import { h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

const TABS = [["file", "File"], ["sign", "Payout sign"], ["layout", "Layout"]];

export function paper(page) {
  const { tab } = page;
  return panel(
    "What it makes",
    { key: "paper", tools: tools(page) },
    h(
      "div",
      { class: "seg", role: "tablist", "aria-label": "What it makes" },
      TABS.map(([name, words]) =>
        h("button", {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "data-do": "tab",
          "data-of": name,
          "aria-selected": String(tab === name),
          "aria-pressed": null,
          "aria-controls": "made",
          tabindex: tab === name ? 0 : -1,
        }, words)
      ),
    ),
    h(
      "div",
      { class: "made", id: "made", role: "tabpanel", "aria-labelledby": `tab-${tab}`, "data-key": tab },
      tab === "file" ? file(page) : drawing(page),
    ),
  );
}

function tools(page) {
  const small = (act, words, more = {}) =>
    h("button", {
      class: "btn quiet small",
      type: "button",
      "data-do": act,
      "data-key": `${act}${more["data-of"] ?? ""}`,
      ...more,
    }, words);
  if (page.editing !== null) return [];
  if (page.tab === "file") {
    return [
      small("copy", "Copy"),
      h("button", { class: "btn small", type: "button", "data-do": "download", "data-key": "download" }, "Download"),
    ];
  }
  const off = page.answer?.accepted ? null : "true";
  return [
    small("zoom", page.large ? "Whole" : "Larger", { "aria-disabled": off, "aria-pressed": String(page.large) }),
    small("take", "SVG", { "data-of": "svg", "aria-disabled": off }),
    small("take", "PDF", { "data-of": "pdf", "aria-disabled": off }),
  ];
}

function file(page) {
  if (page.editing !== null) {
    return [
      h("label", { class: "vh", for: "text" }, "The submission as TOML"),
      h("textarea", { id: "text", "data-key": "text", "data-value": page.editing, spellcheck: "false", rows: 26 }),
      page.fault ? h("div", { class: "refusals", role: "alert" }, h("p", {}, page.fault)) : null,
      h(
        "p",
        { class: "acts" },
        h("button", { class: "btn", type: "button", "data-do": "use" }, "Use this text"),
        h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Leave it"),
      ),
    ];
  }
  const lines = (page.answer?.toml ?? "").split("\n");
  return [
    h(
      "p",
      { class: "acts", "data-key": "acts" },
      h("button", { class: "btn quiet small", type: "button", "data-do": "pick-file" }, "Open a file"),
      h("button", { class: "btn quiet small", type: "button", "data-do": "edit" }, "Paste or edit"),
      h("button", { class: "btn quiet small", type: "button", "data-do": "share" }, "Copy the link"),
    ),
    h("input", {
      type: "file",
      id: "pick",
      accept: ".toml,text/plain",
      hidden: true,
      "data-key": "pick",
      "aria-label": "A Rules Submission",
    }),
    h(
      "pre",
      { class: "toml", tabindex: 0, "aria-label": "The submission as TOML", "data-key": "toml" },
      lines.map((line) => h("span", { class: line.startsWith("#") ? "note" : null }, `${line}\n`)),
    ),
  ];
}

function drawing(page) {
  const name = h(
    "label",
    { class: "field", "data-key": "house" },
    h("span", {}, "Name of the certificate holder, as it stands on the layout"),
    h("input", {
      type: "text",
      id: "house",
      maxlength: 60,
      "data-key": "house-name",
      "data-value": page.house,
      placeholder: "Certificate holder",
    }),
  );
  if (!page.answer?.accepted) {
    return [
      name,
      h(
        "p",
        { class: "empty" },
        `${page.tab === "sign" ? "The sign" : "The layout"} is drawn when every choice is accepted.`,
      ),
    ];
  }
  return [
    name,
    h("drawn-page", {
      class: page.large ? "large" : null,
      tabindex: 0,
      role: "group",
      "aria-label": page.tab === "sign" ? "The payout sign" : "The layout",
      id: "drawing",
      "data-key": `drawing-${page.tab}`,
      "aria-busy": page.drawn?.key === page.drawKey ? null : "true",
    }),
  ];
}

// A drawing from the server, as bytes.
export async function fetchDrawing(what, kind, told, house) {
  let answer;
  try {
    answer = await fetch(`/api/submissions/${what}.${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ submission: told, house }),
      credentials: "same-origin",
    });
  } catch {
    throw new Refused(0, { message: "The server cannot be reached. Your choices are kept in this browser." });
  }
  if (!answer.ok) throw new Refused(answer.status, (await answer.json().catch(() => null))?.error);
  return answer.blob();
}

export function save(blob, name) {
  const href = URL.createObjectURL(blob);
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
