// What the choices are worth, and whether the whole is accepted.

import { cite, h } from "../core/dom.js";
import { figure, panel } from "../parts/work-page.js";
import { said } from "./fields.js";

export function figures(page) {
  const main = page.figures?.main;
  const count = page.answer?.refusals?.length ?? 0;
  const state = page.away
    ? ["Not checked", "the server is away"]
    : !page.answer
    ? ["…", "being checked"]
    : page.answer.accepted
    ? ["Accepted", "as croupier submission check does"]
    : [count === 1 ? "1 to change" : `${count} to change`, "each is marked below"];
  return h(
    "div",
    { class: "figures", "data-key": "figures" },
    figure(
      "House edge",
      main?.edge ?? "…",
      main ? `of the ${main.unit}${main.at ? ` ${main.at}` : ""}, played best` : "being counted",
      true,
    ),
    figure("Return", main?.return ?? "…", "of all that is wagered"),
    figure("Average wagered", main?.wager ?? "…", main ? `times the ${main.unit}` : ""),
    h(
      "div",
      { class: "figure state", role: "status" },
      h("span", {}, "The submission"),
      h("b", { class: page.answer?.accepted ? "up" : count ? "due" : null }, state[0]),
      h("small", {}, state[1]),
    ),
  );
}

// The way to everything that is refused.
export function jumps(page) {
  const fields = [...new Set(page.answer?.refusals?.map((one) => one.field) ?? [])];
  return fields.length
    ? h(
      "p",
      { class: "jumps", "data-key": "jumps" },
      h("span", {}, "To change:"),
      fields.map((field) =>
        h(
          "button",
          { class: "linkish", type: "button", "data-do": "go", "data-of": field, "data-key": field },
          said(field.replaceAll(".", ", ")),
        )
      ),
    )
    : null;
}

export function whole(page) {
  const { told, form } = page;
  const worth = page.figures;
  const rows = !worth ? [] : [
    ["Main game", "", worth.main],
    ...form.paytables.filter((one) => one.key in told && worth.tables[one.key]?.[told[one.key]]?.note !== "main game")
      .map((one) => [one.name, told[one.key], worth.tables[one.key]?.[told[one.key]]]),
    ...Object.entries(worth.tables).filter(([key]) => key in told && !form.paytables.some((one) => one.key === key))
      .map(([key, tables]) => [form.wagers.find((one) => one.id === key)?.name ?? key, "", Object.values(tables)[0]]),
  ];
  return panel(
    "What the house keeps",
    { key: "whole", note: "exact unless it says otherwise; every hand played as well as it can be" },
    worth
      ? h(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": "What the house keeps" },
        h(
          "table",
          { class: "data" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", {}, "Wager"),
              h("td", { class: "left" }, "paytable"),
              h("td", {}, "house edge"),
              h("td", {}, "return"),
              h("td", {}, "wins"),
              h("td", { class: "left" }, ""),
            ),
          ),
          h(
            "tbody",
            {},
            rows.map(([name, table, one]) =>
              h(
                "tr",
                { "data-key": name },
                h("th", { scope: "row" }, name),
                h("td", { class: "left" }, table),
                h("td", { title: one?.exact }, one?.edge || "not counted"),
                h("td", {}, one?.return ?? ""),
                h("td", {}, one?.wins ?? ""),
                h(
                  "td",
                  { class: "left faint" },
                  [one?.note, one?.["long-run"] ? `${one["long-run"]} returned in the long run` : ""].filter(Boolean)
                    .join("; "),
                ),
              )
            ),
          ),
        ),
      )
      : h("p", { class: "empty" }, page.busy || "Being counted; the form does not wait for it."),
  );
}

// What is refused but has no field in the form.
export function rest(page) {
  const left = page.answer?.refusals?.filter((one) => !page.shown.has(one)) ?? [];
  return left.length
    ? panel(
      "Not in this chapter",
      { key: "rest", note: "keys of the file that the form has no place for" },
      left.map((one) =>
        h(
          "div",
          { class: "refusals odd", "data-key": one.field },
          h("p", {}, h("code", {}, one.field), ` ${one.message}. `, cite(one.cite)),
          h(
            "button",
            { class: "btn quiet small", type: "button", "data-do": "take-out", "data-field": one.field },
            "Take out",
          ),
        )
      ),
    )
    : null;
}
