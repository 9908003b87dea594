// The lobby's tables, and what stands beside them.

import { h, realCards, s } from "../core/dom.js";
import { t } from "../core/language.js";
import { LETTERS } from "../parts/password-field.js";

function dots(seats) {
  return s(
    "svg",
    {
      class: "dots",
      width: seats.length * 13,
      height: 9,
      viewBox: `0 0 ${seats.length * 13} 9`,
      "aria-hidden": "true",
    },
    seats.map(({ name }, at) =>
      s("circle", { cx: 4.5 + at * 13, cy: 4.5, r: name ? 4 : 3.4, class: name ? "taken" : "free" })
    ),
  );
}

export function tile(table, at) {
  const way = table.go;
  return h(
    "li",
    { class: `tile cloth t${at}`, "data-game": table.game, "data-edition": table.edition, "data-key": table.id },
    h(
      "div",
      { class: "tilehead" },
      h("h2", {}, table.title),
      h("span", { class: table.status !== "in force" ? "tag proposed" : "tag" }, table["status-words"]),
    ),
    realCards(table["real-cards"]),
    h(
      "p",
      { class: "chap" },
      h("span", { class: "cite", translate: "no" }, table.chapter),
      table.title.startsWith(table.name) ? null : h("span", { translate: "no" }, ` · ${table.name}`),
    ),
    h(
      "p",
      { class: "words" },
      table.words,
      " ",
      h("a", {
        href: `/how-to-play?game=${table.game}&edition=${table.edition}&table=${table.id}`,
        "aria-label": t("How to play {game}", { game: table.title }),
      }, t("How to play")),
    ),
    h(
      "p",
      { class: "seatsline" },
      dots(table.seats),
      h(
        "span",
        {},
        h(
          "span",
          { class: "vh" },
          `${t("{taken} of {seats} seats taken", { taken: table.taken, seats: table.seats.length })}, `,
        ),
        table.limits,
      ),
    ),
    table.meters.length
      ? h("p", { class: "meterline" }, h("span", {}, t("Progressive"), " "), h("b", {}, table.meters.join(" · ")))
      : null,
    h(
      "div",
      { class: "fan", "aria-hidden": "true" },
      table.fan.map((face) => h("playing-card", { face, role: "presentation", "data-quiet": true })),
    ),
    h(
      "p",
      { class: "go" },
      table.closed ? h("span", { class: "shut" }, t("This table is closed")) : way
        ? h("a", {
          class: "btn ivory",
          href: way.href,
          "data-do": "enter",
          "data-table": table.id,
          "aria-label": `${way.words}: ${table.title}`,
        }, way.words)
        : null,
      table.chips && !table.yours
        ? h(
          "button",
          { class: "btn quiet", type: "button", "data-do": "collect", "data-table": table.id },
          t("Collect {amount}", { amount: table.chips }),
        )
        : null,
    ),
  );
}

const WORK = [
  ["dealer", t("Dealer"), t("deal a round by the book")],
  ["floor", t("Floor"), t("approve, order, open and close tables")],
  ["surveillance", t("Surveillance"), t("replay any hand")],
  ["lab", t("Lab"), t("what a paytable is worth, exactly")],
  ["submissions", t("Rules"), t("choose what your house offers")],
  ["practice", t("Practice"), t("hands where the choice is close")],
  ["register", t("Register"), t("who holds which role, and where")],
];

const THEIRS = {
  dealer: t("To the dealer’s console"),
  floor: t("To the floor"),
  surveillance: t("To surveillance"),
  register: t("To the register"),
};

// Someone who holds no player's role has no purse and no seat, but perhaps a page.
export function purseless(own) {
  return [
    h(
      "p",
      {},
      own
        ? t("You do not play here: no purse, no seat.")
        : t("You hold no role here yet. Your administrator gives them out."),
    ),
    own ? h("p", {}, h("a", { class: "btn", href: `/${own}` }, THEIRS[own])) : null,
  ];
}

export function work(pages) {
  const mine = WORK.filter(([page]) => pages.includes(page));
  return mine.length
    ? h(
      "section",
      { "data-key": "work" },
      h("h2", {}, t("Work here")),
      h(
        "ul",
        { class: "places" },
        mine.map(([page, words, line]) =>
          h("li", { "data-key": page }, h("a", { href: `/${page}` }, words), h("span", {}, line))
        ),
      ),
    )
    : null;
}

// A name that has no pass-phrase is lost with the session; one that has one is come back to.
export function keeping(person) {
  return h(
    "section",
    { class: "panel sign", "data-key": "keep" },
    h("h2", {}, t("Keep the name {name}", { name: person.name })),
    h(
      "form",
      { "data-submit": "kept", autocomplete: "off" },
      h("input", { name: "username", autocomplete: "username", value: person.name, hidden: true }),
      h(
        "label",
        { class: "field" },
        h("span", {}, t("A pass-phrase")),
        h("input", {
          name: "password",
          id: "phrase",
          type: "password",
          required: true,
          maxlength: 256,
          autocomplete: "new-password",
          "data-live": true,
        }),
      ),
      h("button", { class: "btn", type: "submit" }, t("Keep it")),
    ),
    h(
      "p",
      { class: "faint" },
      `${LETTERS}; ${
        t(
          "a few words are best. With name and pass-phrase you come back to {what} from any browser. Only its hash is stored: nobody can look it up.",
          { what: person.worth || t("your rounds") },
        )
      }`,
    ),
    h("button", { class: "linkish faint", type: "button", "data-do": "stay" }, t("Not now")),
  );
}

export function leaving(person, mine) {
  return h(
    "section",
    { class: "panel sign", "data-key": "leaving", role: "group", "aria-labelledby": "leaving" },
    h("h2", { id: "leaving", tabindex: "-1" }, t("Sign out, {name}?", { name: person.name })),
    person.password ? null : h(
      "p",
      {},
      `${person.worth ? `${t("{amount} is on this name.", { amount: person.worth })} ` : ""}${
        t("It has no pass-phrase: once you are signed out nobody can come back to it, not even you.")
      }`,
    ),
    mine
      ? h(
        "p",
        {},
        t("You sit at {table}. Your seat is held for a while, and your chips stay yours.", { table: mine.title }),
      )
      : null,
    h(
      "div",
      { class: "acts" },
      person.password
        ? null
        : h("button", { class: "btn", type: "button", "data-do": "keep" }, t("Keep the name first")),
      h(
        "button",
        { class: "btn quiet", type: "button", "data-do": "gone" },
        person.password ? t("Sign out") : t("Sign out all the same"),
      ),
      h("button", { class: "btn quiet", type: "button", "data-do": "stay" }, t("Stay")),
    ),
  );
}
