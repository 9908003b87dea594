// How the main game is played: a plot, rules to remember, and what to do with given cards.

import "../parts/card.js";
import { cite, h } from "../core/dom.js";
import { decisions, decisionValues } from "./plots.js";
import { panel } from "../parts/work-page.js";

export function strategy(told) {
  if (!told) {
    return panel(
      "How it is played",
      { note: "searching for rules", key: "strategy" },
      h("div", { class: "counting" }, h("p", {}, "Working out the best decisions")),
    );
  }
  if (told.house) return house(told.house);
  return panel(
    told.plot.title,
    { note: `${told.plot.street}, value in ${told.unit}`, key: "strategy" },
    decisions(told.plot, told.unit),
    decisionValues(told.plot),
    h(
      "table",
      { class: "data rules" },
      h("caption", { class: "vh" }, "Rules to remember; on each street the first that holds decides"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "When"),
          h("td", { class: "left" }, "do"),
          h("td", { class: "left" }, "with"),
        ),
      ),
      h(
        "tbody",
        {},
        told.rules.map((line, at) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, told.rules[at - 1]?.street === line.street ? "" : line.street),
            h("td", { class: "left" }, line.option),
            h("td", { class: "left" }, line.condition),
          )
        ),
      ),
    ),
    h("p", { class: "price", title: `exactly ${told.exactly}` }, told.cost),
  );
}

function house(told) {
  return panel(
    "How it is played",
    { key: "strategy" },
    h("p", {}, told.words, " ", cite(told.cite)),
    h(
      "details",
      { class: "values" },
      h("summary", {}, "The house way, rule by rule"),
      h(
        "div",
        { class: "scroll", tabindex: "0" },
        h(
          "table",
          { class: "data rules" },
          h("caption", { class: "vh" }, "The house way; the first rule that fits"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, "Hand"),
              h("td", { class: "left" }, "if"),
              h("td", { class: "left" }, "in front"),
            ),
          ),
          h(
            "tbody",
            {},
            told.rules.map((line) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, line.hand),
                h("td", { class: "left" }, line.if),
                h("td", { class: "left" }, line.front),
              )
            ),
          ),
        ),
      ),
    ),
  );
}

const field = (name, words, hint, value) =>
  h(
    "label",
    { class: "field", "data-key": name },
    h("span", {}, words),
    h("input", {
      name,
      placeholder: hint,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 60,
      "data-live": true,
      value,
    }),
  );

export function cards(form, advice) {
  if (!form) return null;
  const many = form.ways.length > 1;
  return panel(
    "What to do with these cards",
    { note: "the exact value of every action", key: "cards" },
    h(
      "form",
      { class: "ask", "data-submit": "advice", "data-key": "ask" },
      many
        ? h(
          "label",
          { class: "field", "data-key": "ways" },
          h("span", {}, "When"),
          h(
            "select",
            { name: "decisions", "data-live": true },
            form.ways.map(({ value, words }) => h("option", { value }, words)),
          ),
        )
        : null,
      field(
        "cards",
        `Your ${form.cards === 1 ? "first card" : `${form.cards} cards`}`,
        form.cards > 5 ? "As Ks Kd 9h 9c 3d 2c" : "4s 4h Kc 8d 7d".split(" ").slice(0, form.cards).join(" "),
      ),
      form.community ? field("community", "Community cards", "as many as lie open") : null,
      form.dealer ? field("dealer", "The dealer’s cards", "Jk Qs Qd 8h 8c 4d 5c") : null,
      h("button", { class: "btn quiet", type: "button", "data-do": "deal", "data-key": "deal" }, "Deal some"),
      h("button", { class: "btn", type: "submit", "data-key": "tell" }, "Tell me"),
    ),
    advice?.refused
      ? h(
        "p",
        { class: "said what-if", role: "alert", "data-key": "refused" },
        `${advice.refused.message}. `,
        cite(advice.refused.cite),
      )
      : null,
    advice?.told ? answer(advice.told) : null,
  );
}

const PLACES = { cards: "Yours", community: "Community", dealer: "Dealer" };

function answer(told) {
  return h(
    "div",
    { "data-key": "answer", role: "status" },
    h(
      "div",
      { class: "shown" },
      Object.entries(told.cards).filter(([, held]) => held.length).map(([place, held]) =>
        h(
          "div",
          { "data-key": place },
          h("span", {}, PLACES[place]),
          held.map((face, at) => h("playing-card", { face, size: "mini", "data-key": `${at}${face}` })),
        )
      ),
    ),
    told.reason ? h("p", { class: "price" }, `${told.best}: ${told.reason}.`) : null,
    h(
      "div",
      { class: "scroll answers", tabindex: "0" },
      h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, "Every action and its exact value"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Action"),
            h("td", {}, "worth"),
            h("td", {}, "against the best"),
            h("td", {}, "exactly"),
          ),
        ),
        h(
          "tbody",
          {},
          told.actions.map((one) =>
            h(
              "tr",
              { class: one.best ? "best" : null, "data-key": one.words },
              h("th", { scope: "row" }, one.words),
              h("td", {}, one.value),
              h("td", {}, one.costs),
              h("td", { class: "faint" }, one.exactly),
            )
          ),
        ),
      ),
    ),
  );
}
