// The form: each choice of the chapter with its provision, what it is worth, and what the server refuses in it.

import { cite, h } from "./dom.js";
import { figure, panel } from "./work.js";

export const at = (told, path) => path.reduce((found, part) => (found && typeof found === "object" && Object.hasOwn(found, part) ? found[part] : undefined), told);

const id = (field) => `f-${field.replaceAll(".", "-")}`;
const said = (value) => String(value).replaceAll("-", " ");

// What is refused at a field or, with `deep`, below it.
function refusals(page, field, deep = false) {
  const here = page.answer?.refusals?.filter((one) => one.field === field || (deep && one.field.startsWith(`${field}.`))) ?? [];
  here.forEach((one) => page.shown.add(one));
  return here.length ? h("div", { class: "refusals", id: `${id(field)}-why` }, here.map((one) =>
    h("p", {}, `${one.message.charAt(0).toUpperCase()}${one.message.slice(1)}. `, cite(one.cite)))) : null;
}

const wrong = (page, field) => page.answer?.refusals?.some((one) => one.field === field);

function about(page, field) {
  return wrong(page, field) ? { "aria-invalid": "true", "aria-describedby": `${id(field)}-why` } : {};
}

// Buttons of which one is pressed; each names the value it sets, as JSON.
function picks(page, field, name, options, chosen) {
  return h("div", { class: "picks", role: "group", "aria-label": name, id: id(field), ...about(page, field) }, options.map((one) =>
    h("button", { type: "button", "data-do": "choose", "data-field": field, "data-value": one.value === undefined ? null : JSON.stringify(one.value),
      "data-key": `${field}-${String(one.value)}`, "aria-pressed": String(one.value === chosen), class: one.note !== undefined ? "two" : null },
    h("b", {}, one.words), one.note !== undefined ? h("small", { title: one.title || null }, one.note || "…") : null)));
}

function typed(page, field, name, { example = "", more = {} } = {}) {
  const value = at(page.told, field.split("."));
  return h("input", { type: "text", class: wrong(page, field) ? "typed wrong" : "typed", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "data-field": field,
    id: id(field), "data-key": field, "aria-label": name, placeholder: example, "data-value": value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value), ...about(page, field), ...more });
}

const heading = (title, law, words) => h("div", { class: "what" }, h("h3", {}, title), cite(law), words ? h("p", {}, `${words}.`) : null);

// The chapter.

export function chapter(page) {
  const { told, editions, form } = page;
  const games = editions.filter((one, n) => editions.findIndex((other) => other.game === one.game) === n);
  const own = editions.filter((one) => one.game === told.game);
  const pick = (name, label, options, chosen) => h("label", { class: "field" }, h("span", {}, label),
    h("select", { "data-pick": name, "data-value": chosen }, options.map(([value, words]) => h("option", { value }, words))));
  return panel("Chapter", { key: "chapter", tools: [
    h("button", { class: "btn quiet small", type: "button", "data-do": "undo", "aria-disabled": page.canUndo ? null : "true", title: "Control Z" }, "Undo"),
    h("button", { class: "btn quiet small", type: "button", "data-do": "redo", "aria-disabled": page.canRedo ? null : "true", title: "Control Shift Z" }, "Redo"),
    h("button", { class: "btn quiet small", type: "button", "data-do": "new" }, "Start anew"),
  ] },
  h("div", { class: "chapter" },
    pick("game", "Game", games.map((one) => [one.game, one.name]), told.game),
    pick("edition", "Edition", own.map((one) => [one.edition, one.edition.endsWith(one.status) ? one.edition : `${one.edition}, ${one.status}`]), told.edition),
    h("p", { class: "standing" }, h("span", { class: form.status === "proposed" ? "tag proposed" : "tag" }, form.standing), " ",
      h("span", { class: "cite" }, form.cite), h("small", {}, form.source))),
  form.status === "proposed" && told.day === undefined ? null : h("label", { class: "field day", "data-key": "day" }, h("span", {}, "Takes effect on"),
    typed(page, "day", "The day on which it takes effect", { example: "2026-01-31", more: { inputmode: "text" } })),
  refusals(page, "game"), refusals(page, "edition"), refusals(page, "day"));
}

// Wagers and their paytables.

export function wagers(page) {
  const fixed = page.form.wagers.filter((one) => !one.key);
  return panel("Wagers and paytables", { key: "wagers", note: "the house edge stands under each paytable" },
    page.form.paytables.map((one) => offered(page, one)),
    fixed.length ? h("p", { class: "fixed", "data-key": "fixed" }, "Without a choice: ", fixed.map((one, n) => [n ? ", " : "", `${one.name} `, cite(one.cite)]), ".") : null);
}

function offered(page, one) {
  const chosen = at(page.told, [one.key]) ?? (one.optional ? undefined : one.tables[0].id);
  const worth = page.figures?.tables?.[one.key];
  const options = [...(one.optional ? [{ value: undefined, words: "Not offered", note: " " }] : []),
    ...one.tables.map((table) => ({ value: table.id, words: table.id, note: worth ? worth[table.id]?.edge ?? "" : "", title: worth?.[table.id]?.exact ?? "" }))];
  const table = one.tables.find((found) => found.id === chosen);
  const told = worth?.[chosen];
  const note = [told?.note, told?.["long-run"] ? `returns ${told["long-run"]} in the long run` : "", table?.takes.length ? `takes ${table.takes.join(" or ")}` : "",
    table?.seeds.length ? `seed ${table.seeds.join(" or ")}` : ""].filter(Boolean).join("; ");
  const open = page.open.has(one.key);
  return h("section", { class: "choice", "data-key": one.key, "aria-label": one.name },
    heading(one.together.length > 1 ? one.together.join(", ") : one.name, one.cite, one.words),
    h("div", { class: "how" }, picks(page, one.key, `${one.name}, paytable`, options, chosen), refusals(page, one.key),
      table ? h("div", { class: "rows" },
        h("button", { class: "linkish", type: "button", "data-do": "rows", "data-key": "show", "data-of": one.key, "aria-expanded": String(open) }, open ? "Hide the payouts" : "Show the payouts"), " ", cite(one.pays),
        note ? h("small", {}, ` ${note}`) : null,
        open ? h("table", { class: "data pays-of" }, h("tbody", {}, table.rows.map(([row, pays]) => h("tr", {}, h("th", { scope: "row" }, row), h("td", {}, pays))))) : null) : null));
}

// Everything else the chapter leaves to the house.

export function choices(page) {
  return panel("Table and dealing", { key: "choices" }, page.form.choices.map((one) =>
    h("section", { class: "choice", "data-key": one.key, "aria-label": one.words },
      heading(said(one.key).replace(/^./, (letter) => letter.toUpperCase()), one.cite, one.words),
      h("div", { class: "how" }, control(page, one), one.kind === "link" ? null : refusals(page, one.key, one.kind === "house-way")))));
}

function control(page, one) {
  const value = at(page.told, [one.key]);
  const chosen = value ?? one.default ?? undefined;
  const name = one.words;
  if (one.kind === "one") return picks(page, one.key, name, one.values.map((each) => ({ value: each, words: said(each) })), chosen);
  if (one.kind === "whole") return picks(page, one.key, name, one.values.map((each) => ({ value: each, words: String(each) })), chosen);
  if (one.kind === "yes-no") return picks(page, one.key, name, [{ value: true, words: "yes" }, { value: false, words: "no" }], chosen);
  if (one.kind === "house-way") return way(page, one, value);
  if (one.kind === "link") return link(page, one, value);
  return typed(page, one.key, name, { example: one.example });
}

function way(page, one, value) {
  const worth = page.figures?.choices?.[one.key];
  const own = Array.isArray(value);
  return [picks(page, one.key, one.words, one.values.map((each) => ({ value: each, words: said(each), note: worth ? worth[each]?.edge ?? "" : "", title: worth?.[each]?.exact })), own ? null : value),
    h("p", { class: "rows" }, own ? `A list of your own, ${value.length} rules. Change it in the file. ` : "",
      own ? null : h("button", { class: "linkish", type: "button", "data-do": "own-way", "data-of": value ?? one.values[0] }, "Write your own list, from this one"))];
}

function link(page, one, value) {
  const offered = value !== undefined;
  const part = (field, words, example) => h("label", { class: "part", "data-key": field }, h("span", {}, words), typed(page, `${one.key}.${field}`, words, { example, more: { inputmode: "text" } }), refusals(page, `${one.key}.${field}`));
  return [picks(page, one.key, one.words, [{ value: undefined, words: "Not offered" }, { value: offered ? value : one.new, words: "Offered" }], offered ? value : undefined), refusals(page, one.key),
    offered ? h("div", { class: "link" }, part("wager", "Wager", one.new.wager), part("seed", "Seed", one.new.seed), one.hands.map(([hand, words]) => part(`rows.${hand}`, words, "no pay"))) : null, refusals(page, `${one.key}.rows`)];
}

// Limits.

export function limits(page) {
  const { told, form } = page;
  const given = typeof told.limits === "object" && told.limits ? told.limits : {};
  const shown = form.wagers.filter((one) => one.limited && (!one.key || one.placed !== "optional" || one.key in told));
  const stale = Object.keys(given).filter((key) => !shown.some((one) => one.id === key));
  const cell = (wager, part) => h("td", {}, typed(page, `limits.${wager.id}.${part}`, `${wager.name}, ${part}`));
  const row = (wager) => {
    const table = form.paytables.find((one) => one.key === wager.key)?.tables.find((one) => one.id === told[wager.key]);
    const bad = [`limits.${wager.id}`, ...["minimum", "maximum", "step"].map((part) => `limits.${wager.id}.${part}`)].map((field) => refusals(page, field)).filter(Boolean);
    return [h("tr", { "data-key": wager.id }, h("th", { scope: "row" }, wager.name, table?.takes.length ? h("small", {}, `takes ${table.takes.join(" or ")}`) : null),
      cell(wager, "minimum"), cell(wager, "maximum"), cell(wager, "step"),
      h("td", {}, wager.stale ? h("button", { class: "btn quiet small", type: "button", "data-do": "take-out", "data-field": `limits.${wager.id}` }, "Take out") : null)),
    bad.length ? h("tr", { class: "why", "data-key": `${wager.id}-why` }, h("td", { class: "left", colspan: 5 }, bad)) : null];
  };
  return panel("Limits", { key: "limits", note: "for each wager placed before the deal; empty is no limit" },
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Limits" }, h("table", { class: "data limits" }, h("thead", {}, h("tr", {}, h("th", {}, "Wager"), ["minimum", "maximum", "step", ""].map((words) => h("td", {}, words)))),
      h("tbody", {}, shown.map(row), stale.map((key) => row({ id: key, name: form.wagers.find((one) => one.id === key)?.name ?? key, stale: true }))))), refusals(page, "limits"));
}

// Readings.

export function readings(page) {
  if (!page.form.readings.length) return null;
  const tools = [h("button", { class: "btn quiet small", type: "button", "data-do": "compare", "aria-disabled": page.figures ? null : "true" }, "What the others are worth")];
  return panel("Readings", { key: "readings", note: "where the text can be read two ways", tools }, page.form.readings.map((one) => {
    const field = `readings.${one.key}`;
    const chosen = at(page.told, ["readings", one.key]) ?? one.choices[0];
    return h("section", { class: "choice", "data-key": one.key, "aria-label": one.question },
      h("div", { class: "what" }, h("h3", {}, one.question), one.cites.slice(0, 2).map(cite)),
      h("div", { class: "how" }, picks(page, field, one.question, one.choices.map((each) => ({ value: each, words: said(each) })), chosen), refusals(page, field),
        page.compared.of === page.figures ? one.choices.filter((each) => each !== chosen).map((each) => other(page, one.key, each)) : null,
        h("p", { class: "rows" }, h("b", {}, `${said(one.choices[0])}: `), `${one.answer} ${one.because}`, one.rejected.length ? ` Not taken: ${one.rejected.join(" ")}` : "")));
  }), refusals(page, "readings"));
}

function other(page, key, choice) {
  const found = page.compared.told[`${key}/${choice}`];
  const words = !found ? "being counted" : found.length ? found.map(([name, edge]) => `${name} ${edge}`).join(", ") : "changes no figure of this submission in its first four places";
  return h("p", { class: "rows other", "data-key": `other-${choice}` }, h("b", {}, `${said(choice)}: `), found?.length ? `house edge of ${words}` : words);
}

// The figures of `told` that are not the same in both.
export function differing(page, here, there) {
  const rows = page.form.paytables.filter((one) => one.key in page.told).map((one) => [one.name, here.tables[one.key]?.[page.told[one.key]]?.edge, there.tables[one.key]?.[page.told[one.key]]?.edge]);
  return [["the main game", here.main.edge, there.main.edge], ...rows].filter(([, one, two]) => one !== two).map(([name, , edge]) => [name, edge]);
}

// Figures.

export function figures(page) {
  const main = page.figures?.main;
  const count = page.answer?.refusals?.length ?? 0;
  const state = page.away ? ["Not checked", "the server is away"] : !page.answer ? ["…", "being checked"]
    : page.answer.accepted ? ["Accepted", "as croupier submission check does"] : [count === 1 ? "1 to change" : `${count} to change`, "each is marked below"];
  return h("div", { class: "figures", "data-key": "figures" },
    figure("House edge", main?.edge ?? "…", main ? `of the ${main.unit}${main.at ? ` ${main.at}` : ""}, played best` : "being counted", true),
    figure("Return", main?.return ?? "…", "of all that is wagered"), figure("Average wagered", main?.wager ?? "…", main ? `times the ${main.unit}` : ""),
    h("div", { class: "figure state", role: "status" }, h("span", {}, "The submission"), h("b", { class: page.answer?.accepted ? "up" : count ? "due" : null }, state[0]), h("small", {}, state[1])));
}

// The way to everything that is refused.
export function jumps(page) {
  const fields = [...new Set(page.answer?.refusals?.map((one) => one.field) ?? [])];
  return fields.length ? h("p", { class: "jumps", "data-key": "jumps" }, h("span", {}, "To change:"), fields.map((field) =>
    h("button", { class: "linkish", type: "button", "data-do": "go", "data-of": field, "data-key": field }, said(field.replaceAll(".", ", "))))) : null;
}

export const element = (field) => document.getElementById(id(field)) ?? document.getElementById(`${id(field)}-why`)
  ?? (field.includes(".") ? element(field.slice(0, field.lastIndexOf("."))) : null);

export function whole(page) {
  const { told, form } = page;
  const worth = page.figures;
  const rows = !worth ? [] : [["Main game", "", worth.main], ...form.paytables.filter((one) => one.key in told && worth.tables[one.key]?.[told[one.key]]?.note !== "main game")
    .map((one) => [one.name, told[one.key], worth.tables[one.key]?.[told[one.key]]]), ...Object.entries(worth.tables).filter(([key]) => key in told && !form.paytables.some((one) => one.key === key))
    .map(([key, tables]) => [form.wagers.find((one) => one.id === key)?.name ?? key, "", Object.values(tables)[0]])];
  return panel("What the house keeps", { key: "whole", note: "exact unless it says otherwise; every hand played as well as it can be" },
    worth ? h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "What the house keeps" }, h("table", { class: "data" }, h("thead", {}, h("tr", {}, h("th", {}, "Wager"), h("td", { class: "left" }, "paytable"), h("td", {}, "house edge"), h("td", {}, "return"), h("td", {}, "wins"), h("td", { class: "left" }, ""))),
      h("tbody", {}, rows.map(([name, table, one]) => h("tr", { "data-key": name }, h("th", { scope: "row" }, name), h("td", { class: "left" }, table), h("td", { title: one?.exact }, one?.edge || "not counted"), h("td", {}, one?.return ?? ""), h("td", {}, one?.wins ?? ""),
        h("td", { class: "left faint" }, [one?.note, one?.["long-run"] ? `${one["long-run"]} returned in the long run` : ""].filter(Boolean).join("; "))))))) : h("p", { class: "empty" }, page.busy || "Being counted; the form does not wait for it."));
}

// What is refused but has no field in the form.
export function rest(page) {
  const left = page.answer?.refusals?.filter((one) => !page.shown.has(one)) ?? [];
  return left.length ? panel("Not in this chapter", { key: "rest", note: "keys of the file that the form has no place for" }, left.map((one) =>
    h("div", { class: "refusals odd", "data-key": one.field }, h("p", {}, h("code", {}, one.field), ` ${one.message}. `, cite(one.cite)),
      h("button", { class: "btn quiet small", type: "button", "data-do": "take-out", "data-field": one.field }, "Take out")))) : null;
}
