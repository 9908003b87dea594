// Which hands came, how often, and the best and worst of them.

import { h } from "../core/dom.js";
import { number, t, tn } from "../core/language.js";
import { address, now, up } from "./state.js";

export function kinds() {
  const games = now.coach?.kinds ?? [];
  if (!games.length) return null;
  const game = games[Math.min(now.kind, games.length - 1)];
  return h(
    "section",
    { class: "panel kinds", "data-key": "kinds", "aria-label": t("Hands by kind") },
    h(
      "header",
      {},
      h("h2", {}, t("Hands by kind")),
      h("small", {}, `${game.title}, ${tn("{n} hand", "{n} hands", game.hands)}`),
    ),
    h(
      "div",
      { class: "body" },
      games.length > 1
        ? h(
          "label",
          { class: "field" },
          h("span", { class: "vh" }, t("Game")),
          h(
            "select",
            { id: "kind" },
            games.map((one, at) => h("option", { value: at, selected: at === now.kind }, one.title)),
          ),
        )
        : null,
      h(
        "div",
        { class: "tall", tabindex: 0, role: "group", "aria-label": t("Hands by kind, counted") },
        h(
          "table",
          { class: "data" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("Hand")),
              h("th", { scope: "col", class: "right" }, t("you")),
              h("td", { class: "left" }, t("root scale")),
            ),
          ),
          h(
            "tbody",
            {},
            game.rows.map((row) =>
              h(
                "tr",
                { "data-key": row.kind },
                h("th", { scope: "row" }, row.kind),
                h("td", {}, number(row.many)),
                h("td", { class: "left meter" }, h("i", { vars: { width: `${Math.round(row.share * 100)}%` } })),
              )
            ),
          ),
        ),
      ),
    ),
  );
}

const minis = (cards) =>
  h(
    "span",
    { class: "minis", "aria-hidden": "true" },
    cards.map((face, at) => h("playing-card", { face, size: "mini", "data-quiet": true, "data-key": at })),
  );

export function extremes() {
  const { best, worst } = now.told;
  const rows = (list) =>
    h(
      "ul",
      {},
      list.map((one) =>
        h(
          "li",
          { "data-key": `${one.table}/${one.round}/${one.seat}` },
          minis(one.cards),
          h(
            "span",
            { class: "what" },
            h("span", {}, one.hand ? one.hand.charAt(0).toUpperCase() + one.hand.slice(1) : one.title),
            h(
              "small",
              {},
              one.hand
                ? t("{game}, round {n}", { game: one.title, n: number(one.round) })
                : t("Round {n}", { n: number(one.round) }),
            ),
          ),
          h(
            "span",
            { class: "net" },
            h("b", { class: up(one.sign) }, one.net),
            h("a", { href: address(one), "aria-label": t("replay round {n}", { n: one.round }) }, t("replay")),
          ),
        )
      ),
    );
  return h(
    "section",
    { class: "panel extremes", "data-key": "extremes", "aria-label": t("Best and worst") },
    h("header", {}, h("h2", {}, t("Best and worst"))),
    h(
      "div",
      { class: "body" },
      best.length ? [h("h3", {}, t("Won the most")), rows(best)] : null,
      worst.length ? [h("h3", {}, t("Lost the most")), rows(worst)] : null,
      !best.length && !worst.length ? h("p", { class: "empty" }, t("No round won or lost in this span.")) : null,
    ),
  );
}
