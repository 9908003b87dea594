// By game and round by round, and the rounds that are shared.

import { fit, h } from "../core/dom.js";
import { number, t } from "../core/language.js";
import { $ } from "../parts/shell.js";
import { address, now, up } from "./state.js";

export function games() {
  const { told, coach } = now;
  const parts = (one) => coach?.games[`${one.game}/${one.edition}`];
  const whole = told.games.every((one) => parts(one)?.looked >= one.rounds);
  return h(
    "section",
    { class: "panel games", "data-key": "games", "aria-label": t("By game") },
    h(
      "header",
      {},
      h("h2", {}, t("By game")),
      h("small", {}, whole ? t("price, mistakes and luck add up to the result") : ""),
    ),
    h(
      "div",
      { class: "body scroll", tabindex: 0, role: "group", "aria-label": t("Results by game") },
      h(
        "table",
        { class: "data" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("Game")),
            [t("rounds"), t("wagered"), ...(whole ? [t("price"), t("mistakes"), t("luck")] : []), t("result")].map((
              word,
            ) => h("th", { scope: "col", class: "right" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          told.games.map((one) =>
            h(
              "tr",
              { "data-key": `${one.game}/${one.edition}` },
              h(
                "th",
                { scope: "row" },
                h("i", { class: "felt", "data-game": one.game, "data-edition": one.edition }),
                one.title,
              ),
              h("td", {}, number(one.rounds)),
              h("td", {}, one.staked),
              whole
                ? [
                  h("td", {}, parts(one).price),
                  h("td", {}, parts(one).mistakes),
                  h("td", { class: up(parts(one)["luck-sign"]) }, parts(one).luck),
                ]
                : null,
              h("td", {}, h("b", { class: up(one.sign) }, one.net)),
            )
          ),
        ),
        told.games.length > 1
          ? h(
            "tfoot",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "row" }, t("All")),
              h("td", {}, number(told.shown.rounds)),
              h("td", {}, told.shown.staked),
              whole
                ? [h("td", {}, coach.parts.price), h("td", {}, coach.parts.mistakes), h("td", {}, coach.parts.luck)]
                : null,
              h("td", {}, h("b", { class: up(told.shown.sign) }, told.shown.net)),
            ),
          )
          : null,
      ),
    ),
  );
}

export function rounds() {
  return h(
    "section",
    { class: "panel rounds", "data-key": "rounds", "aria-label": t("All rounds") },
    h(
      "header",
      {},
      h("h2", {}, t("All rounds")),
      h("small", {}, t("latest first")),
      h("a", { class: "linkish", href: `/api/my-play/rounds.csv?span=${now.span}`, download: "" }, t("CSV")),
    ),
    h(
      "div",
      { class: "body" },
      h(
        "table",
        { class: "data" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("Round")),
            h("th", { scope: "col", class: "right" }, t("wagered")),
            h("th", { scope: "col", class: "right" }, t("result")),
            h("td", {}, h("span", { class: "vh" }, t("replay"))),
          ),
        ),
        h(
          "tbody",
          {},
          now.rounds.slice(0, now.shown).map((one) =>
            h(
              "tr",
              { "data-key": one.cursor },
              h("th", { scope: "row" }, t("{game}, round {n}", { game: one.name, n: number(one.round) })),
              h("td", {}, one.staked),
              h("td", {}, h("b", { class: up(one.sign) }, one.net)),
              h(
                "td",
                {},
                h("a", {
                  href: address(one),
                  "aria-label": t("replay {game}, round {n}", { game: one.name, n: one.round }),
                }, t("replay")),
              ),
            )
          ),
        ),
      ),
      now.more || now.shown < now.rounds.length
        ? h("button", { class: "btn quiet small", type: "button", "data-do": "older" }, t("Older rounds"))
        : null,
    ),
  );
}

export function shares() {
  return h(
    "section",
    { class: "panel shares", "data-key": "shares", "aria-label": t("Shared hands") },
    h("header", {}, h("h2", {}, t("Shared hands")), h("small", {}, t("anyone with the link sees them"))),
    h(
      "div",
      { class: "body" },
      now.shares.length
        ? h(
          "ul",
          {},
          now.shares.map((one) =>
            h(
              "li",
              { "data-key": one.id },
              h(
                "span",
                { class: "what" },
                h("span", {}, t("{game}, round {n}", { game: one.title, n: number(one.round) })),
                h(
                  "small",
                  {},
                  one.named
                    ? t("shared {day}, with your name", { day: one.made })
                    : t("shared {day}, without your name", { day: one.made }),
                ),
              ),
              h("button", {
                class: "btn quiet small",
                type: "button",
                "data-do": "revoke",
                "data-id": one.id,
                "aria-label": t("Take back the link to round {n}", { n: one.round }),
              }, t("Take back")),
            )
          ),
        )
        : h("p", { class: "empty" }, t("None. A replay has a Share button; its link can be taken back here.")),
    ),
  );
}

export function empty() {
  fit(
    $("work"),
    h(
      "section",
      { class: "panel none", "data-key": "none" },
      h("header", {}, h("h2", {}, t("No rounds yet"))),
      h(
        "div",
        { class: "body form" },
        h(
          "p",
          {},
          t("Your results, your hands and what the coach says of them stand here after your first round. Nothing is missing: no round of yours has been closed."),
        ),
        h("p", {}, h("a", { class: "btn", href: "/" }, t("To the tables"))),
      ),
    ),
  );
  $("work").removeAttribute("aria-busy");
}
