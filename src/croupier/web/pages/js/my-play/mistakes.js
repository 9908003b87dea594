// What mistakes cost, by the coach.

import { h } from "../core/dom.js";
import { number, t } from "../core/language.js";
import { address, manyRounds, now } from "./state.js";

export function mistakes() {
  const { coach } = now;
  const list = coach?.mistakes ?? [];
  const words = !coach
    ? now.waits || t("The coach is looking at your rounds.")
    : coach.words || (coach.left ? t("{rounds} not looked at yet.", { rounds: manyRounds(coach.left) }) : "");
  return h(
    "section",
    { class: "panel mistakes", "data-key": "mistakes", "aria-label": t("What mistakes cost") },
    h("header", {}, h("h2", {}, t("What mistakes cost")), h("small", {}, t("by the coach, against the best choice"))),
    h(
      "div",
      { class: "body" },
      list.length
        ? h(
          "table",
          { class: "data" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("Decision")),
              h("td", { class: "bar-of" }),
              h("th", { scope: "col", class: "right" }, t("times")),
              h("th", { scope: "col", class: "right" }, t("cost")),
              h("td", {}, h("span", { class: "vh" }, t("replay"))),
            ),
          ),
          h(
            "tbody",
            {},
            list.map((one) =>
              h(
                "tr",
                { "data-key": `${one.title} ${one.words}` },
                h("th", { scope: "row" }, one.words, h("small", {}, one.title)),
                h(
                  "td",
                  { class: "bar-of" },
                  h("i", { vars: { width: `${Math.max(4, Math.round(one.share * 64))}px` } }),
                ),
                h("td", {}, number(one.times)),
                h("td", {}, h("b", {}, one.cost)),
                h(
                  "td",
                  {},
                  h("a", { href: address(one), "aria-label": t("see {decision}", { decision: one.words }) }, t("see")),
                ),
              )
            ),
          ),
          h(
            "tfoot",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "row" }, t("All")),
              h("td", { class: "bar-of" }),
              h("td", {}, number(coach.wrong)),
              h("td", {}, h("b", {}, coach.parts.mistakes)),
              h("td", {}),
            ),
          ),
        )
        : coach?.looked && !coach.left
        ? h(
          "p",
          { class: "empty" },
          coach.decisions ? t("None: every decision was the best one.") : t("No decision was judged."),
        )
        : null,
      words ? h("p", { class: "fine", role: "status" }, words) : null,
      coach && now.told.rounds > coach.latest
        ? h("p", { class: "fine" }, t("The coach looks at your latest {n} rounds.", { n: number(coach.latest) }))
        : null,
    ),
  );
}
