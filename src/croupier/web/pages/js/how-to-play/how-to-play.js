// How to play: a first round step by step, and a plain strategy.

import { get } from "../core/api.js";
import { cite, fit, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { law } from "../parts/provision.js";
import { $, listen, refused } from "../parts/shell.js";
import { bar, session } from "../parts/work-page.js";
import { cards, chart, paytable } from "./paytables.js";
import { address, asked, guide, NONE } from "./state.js";
import "../parts/chip.js";

function picture(lesson) {
  if (lesson.answers.length) {
    return h(
      "div",
      { class: "answers" },
      lesson.answers.map((one, at) =>
        h(
          "span",
          { class: at === lesson.answers.length - 1 && at ? "main" : null },
          one.words,
          h("small", {}, one.note),
        )
      ),
    );
  }
  if (lesson.spots.length) {
    return h(
      "div",
      { class: "stakes" },
      lesson.spots.map((spot) =>
        h(
          "span",
          {},
          h("i", { class: "ring" }, h("chip-stack", { chips: "500" })),
          h("b", {}, spot.label),
          spot.note ? h("small", {}, spot.note) : null,
        )
      ),
    );
  }
  return h(
    "div",
    { class: `hands of-${Math.min(8, Math.max(...lesson.hands.map((hand) => hand.cards.length)))}` },
    lesson.hands.map((hand) =>
      h("p", {}, h("span", {}, cards(hand.cards)), hand.note ? h("small", {}, hand.note) : null)
    ),
  );
}

function step(lesson, at) {
  return h(
    "li",
    { class: "panel step", "data-key": lesson.title },
    h(
      "div",
      { class: "cloth", "data-game": guide.page.game, "data-edition": guide.page.edition, "aria-hidden": "true" },
      h("em", {}, String(at + 1)),
      picture(lesson),
    ),
    h("div", { class: "told" }, h("h2", {}, lesson.title), h("p", {}, lesson.words, " ", cite(lesson.cite))),
  );
}

function strategy() {
  const found = guide.prices?.strategy;
  if (!found) {
    return guide.away ? null : h(
      "section",
      { class: "panel plain", "data-key": "strategy", "aria-busy": "true" },
      h("header", {}, h("h2", {}, t("A plain strategy"))),
      h("div", { class: "body" }, h("p", { class: "faint" }, t("Working it out…"))),
    );
  }
  const streets = found.rules ? [...new Set(found.rules.map((rule) => rule.street))] : [];
  return h(
    "section",
    { class: "panel plain", "data-key": "strategy", "aria-label": t("A plain strategy") },
    h("header", {}, h("h2", {}, t("A plain strategy"))),
    h(
      "div",
      { class: "body" },
      streets.map((street) =>
        h(
          "div",
          { class: "street", "data-key": street },
          h("h3", {}, street),
          h(
            "ul",
            {},
            (found.rules ?? []).filter((rule) => rule.street === street).map((rule) =>
              h(
                "li",
                {},
                h("b", {}, rule.option),
                ` ${
                  rule.condition === "otherwise"
                    ? t("with anything else")
                    : t("with {cards}", { cards: rule.condition })
                }`,
              )
            ),
          ),
        )
      ),
      found.house ? h("p", {}, found.house.words, " ", cite(found.house.cite)) : null,
      found.cost ? h("p", {}, found.cost) : null,
      h(
        "p",
        {},
        h("a", { href: `/lab?game=${guide.page.game}&edition=${guide.page.edition}` }, t("See it in the lab")),
      ),
    ),
  );
}

function go() {
  const table = guide.tables.find((one) => one.id === asked.get("table")) ??
    guide.tables.find((one) => one.game === guide.page.game && one.edition === guide.page.edition && !one.closed);
  return h(
    "div",
    { class: "go" },
    table
      ? [
        h("a", { class: "btn", href: `/tables/${table.id}?guide` }, t("Play a guided hand")),
        h("a", { class: "btn quiet", href: `/tables/${table.id}` }, t("Sit down")),
      ]
      : h("a", { class: "btn", href: "/" }, t("To the lobby")),
  );
}

function draw() {
  fit(
    $("work"),
    h(
      "header",
      { class: "head", "data-key": "head" },
      h(
        "p",
        { class: "meta" },
        h("span", { class: guide.page.proposed ? "tag proposed" : "tag" }, guide.page.status),
        h("span", { class: "cite", translate: "no" }, guide.page.chapter),
      ),
      h("h1", {}, t("How to play {game}", { game: guide.page.title })),
      h(
        "p",
        { class: "lede" },
        guide.page.words,
        " ",
        h("a", {
          href: `/practice?${new URLSearchParams({
            game: guide.page.game,
            edition: guide.page.edition,
            ...(asked.get("table") ? { table: String(asked.get("table")) } : {}),
          })}`,
        }, t("Practice its decisions")),
      ),
      go(),
    ),
    h(
      "div",
      { class: "left", "data-key": "left" },
      h("ol", { class: "steps" }, guide.page.lessons.map(step)),
      strategy(),
    ),
    h(
      "div",
      { class: "right", "data-key": "right" },
      guide.page.chart ? chart() : null,
      guide.page.tables.map(paytable),
    ),
  );
  $("work").removeAttribute("aria-busy");
}

listen({
  pick(el) {
    guide.shown = Number(el.dataset.at);
    draw();
  },
  law: (el) => law(`/api/how-to-play/provision?${address()}`, el.dataset.cite),
});

async function begin() {
  const floor = await get("/api/floor");
  guide.tables = floor.tables;
  const person = await session();
  bar("how-to-play", t("How to play"), { person });
  try {
    guide.page = await get(`/api/how-to-play?${address()}`);
  } catch (error) {
    fit(
      $("work"),
      h(
        "section",
        { class: "panel", "data-key": "none" },
        h("header", {}, h("h1", {}, t("How to play"))),
        h(
          "div",
          { class: "body form" },
          h("p", {}, `${error.message}.`),
          h("p", {}, h("a", { class: "btn", href: "/" }, t("To the lobby"))),
        ),
      ),
    );
    $("work").removeAttribute("aria-busy");
    return;
  }
  document.title = `${t("How to play {game}", { game: guide.page.title })} · croupier`;
  draw();
  try {
    guide.prices = await get(`/api/how-to-play/prices?${address()}`);
  } catch (error) {
    guide.away = NONE;
    refused(error);
  }
  draw();
}

begin();
