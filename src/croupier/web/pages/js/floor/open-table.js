// Opening a table: game and edition, a name, who deals, and the Rules Submission as TOML; refusals with their provisions.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";

export async function opening() {
  return { games: await get("/api/floor/games"), refusals: [] };
}

const select = (name, words, ways, note) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, words),
    h(
      "select",
      { name, id: `open-${name}`, "data-live": true },
      ways.map(([value, label, shut]) =>
        h("option", { value, "data-key": value, disabled: shut ? true : null }, label)
      ),
    ),
    note ? h("small", { class: "faint" }, note) : null,
  );

export function form(state) {
  const { games, refusals } = state.opening;
  return h(
    "section",
    { class: "panel", "data-key": "opening", "aria-label": "Open a table" },
    h("header", {}, h("h2", {}, "Open a table")),
    h(
      "form",
      { class: "body form", "data-submit": "open", autocomplete: "off" },
      h("p", {}, "The chapter checks the submission; what it does not offer is refused with its provision."),
      refusals.length
        ? h(
          "ul",
          { class: "refusals", role: "alert" },
          refusals.map((one, at) =>
            h(
              "li",
              { "data-key": at },
              one.field ? h("code", {}, one.field) : null,
              one.field ? ": " : "",
              `${one.message} `,
              one.cite ? h("span", { class: "cite" }, one.cite.replace("58 Pa. Code ", "")) : null,
            )
          ),
        )
        : null,
      select(
        "game",
        "Game and edition",
        games.map((one, at) => [at, `${one.title}, ${one.standing} (${one.edition})`, one.refused]),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Name of the table"),
        h("input", { name: "name", id: "open-name", required: true, maxlength: 80, "data-live": true }),
      ),
      h(
        "div",
        { class: "two" },
        select("dealer", "Dealer", [["automatic", "Automatic"], ["person", "A person, who enters the cards"]]),
        select("floor", "Floorperson", [["person", "A person, on this page"], ["automatic", "Automatic"]]),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Rules Submission (TOML)"),
        h(
          "textarea",
          { name: "submission", id: "open-submission", rows: 16, spellcheck: "false", "data-live": true },
          games[0].submission,
        ),
      ),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "btn", type: "submit", "aria-disabled": state.lost ? "true" : null }, "Open the table"),
        h("button", { class: "btn quiet", type: "button", "data-do": "cancel" }, "Cancel"),
      ),
    ),
  );
}
