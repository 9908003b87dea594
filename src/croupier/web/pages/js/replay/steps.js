// The steps in a list, each with its reasons and provisions.

import { cite, h, icon } from "../core/dom.js";
import { t } from "../core/language.js";
import { shows } from "./state.js";

function share() {
  const { told } = shows.replay;
  if (!told.own || !shows.sharing) return null;
  return h(
    "form",
    { class: "sharing", "data-submit": "share", "data-key": "sharing", "aria-label": t("Share this hand") },
    h(
      "p",
      {},
      t("Anyone with the link sees this round as you saw it. The other players are seats. You can take the link back in My play."),
    ),
    shows.link
      ? h(
        "p",
        { class: "made" },
        h("input", { readonly: true, value: shows.link, "aria-label": t("The link"), id: "link" }),
        h("button", { class: "btn small", type: "button", "data-do": "copy" }, t("Copy")),
      )
      : [
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "named" }),
          h("span", {}, t("Show my name, {name}", { name: shows.person?.name ?? "" })),
        ),
        h("button", { class: "btn small", type: "submit" }, t("Make a link")),
      ],
  );
}

// The why-panel in place: each line of the settlement with its case, its pays and its sum.
function why(lines) {
  return lines.map((line) =>
    h(
      "div",
      { class: "why", "data-key": line.wager },
      h("h3", {}, h("span", {}, line.label), h("b", { class: line.sign > 0 ? "up" : null }, line.net)),
      h("p", {}, line.words ? `${line.words}. ` : "", cite(line.cite)),
      line.counts ? h("p", { class: "faint" }, line.counts) : null,
      line.rows.length
        ? h(
          "p",
          {},
          `${t("Pays")} `,
          line.rows.filter((row) => row.hit).map((row) => `${row.row}: ${row.pays} `),
          cite(line["pays-cite"]),
        )
        : null,
      line.sums.length ? h("p", { class: "sum" }, line.sums.join("; ")) : null,
    )
  );
}

function listed(one, at) {
  const now = at === shows.replay.at;
  const inner = [
    h("span", { class: "n" }, String(at + 1)),
    h("span", { class: "what" }, h("b", {}, one.title), one.words ? h("small", {}, one.words) : null),
  ];
  return h(
    "li",
    {
      class: now ? "now" : at > shows.replay.at ? "future" : "past",
      "data-key": at,
      "aria-current": now ? "step" : null,
    },
    h("button", { class: "row", type: "button", "data-do": "jump", "data-at": at, tabindex: now ? 0 : -1 }, inner),
    cite(one.cite),
    now && one.why.length ? h("div", { class: "reasons", "data-key": "why" }, why(one.why)) : null,
  );
}

export function steps() {
  const { told } = shows.replay;
  const words = told.own
    ? t("Other players are seats; face-down cards stay so.")
    : told.name
    ? t("Shared by {name}. The others are seats.", { name: told.name })
    : t("Names are hidden: a shared hand shows seats only.");
  return h(
    "section",
    { class: "panel story", "data-key": "story", "aria-label": t("Steps") },
    h("header", {}, h("h2", {}, t("Step by step")), h("small", {}, t("every one with its reason"))),
    share(),
    h(
      "p",
      { class: "private" },
      words,
      told.whole
        ? ""
        : ` ${
          t("The order of these cards is not opened yet; cards that only you saw are shown after the next shuffle.")
        }`,
    ),
    told.verdict ? h("p", { class: "verdict" }, icon("coach"), `${told.verdict}.`) : null,
    h("ol", { class: "list", id: "list" }, told.steps.map(listed)),
    h(
      "p",
      { class: "total" },
      told.name || (told.own ? t("You, seat {n}", { n: told.seat }) : t("Seat {n}", { n: told.seat })),
      h("small", {}, t("after the last step")),
      h("b", { class: told.sign > 0 ? "up" : null }, told.net),
    ),
  );
}
