// The lobby as it is drawn.

import { fit, h, icon } from "../core/dom.js";
import { language, LANGUAGES, t } from "../core/language.js";
import { $, brand, purse, tool } from "../parts/shell.js";
import { keeping, leaving, purseless, tile, work } from "./panels.js";
import * as entry from "./sign-in.js";
import { lobby, next } from "./state.js";

function bar() {
  const person = lobby.floor?.person;
  fit(
    $("bar"),
    brand(),
    h("div", { class: "grow", "data-key": "grow" }),
    h(
      "div",
      { class: "tools", "data-key": "tools" },
      person ? tool("out", "door", t("Sign out {name}", { name: person.name })) : null,
      tool("menu", "settings", t("Settings"), { "aria-expanded": "false" }),
    ),
    person?.plays ? purse(t("Your purse"), person.wallet) : null,
  );
}

function signIn() {
  if (entry.state.second) return entry.secondStep();
  const guests = lobby.floor.guests && !lobby.staff;
  if (!guests) entry.ways(draw);
  return h(
    "section",
    { class: "panel sign", "data-key": "sign" },
    h("h2", {}, guests ? t("What shall the dealer call you?") : t("Sign in")),
    h(
      "form",
      { "data-submit": guests ? "guest" : "password", autocomplete: "off" },
      h(
        "label",
        { class: "field" },
        h("span", {}, t("Name")),
        h("input", {
          name: "name",
          id: "name",
          required: true,
          maxlength: 40,
          autocomplete: "username",
          "data-live": true,
        }),
      ),
      guests ? null : h(
        "label",
        { class: "field" },
        h("span", {}, lobby.floor.guests ? t("Pass-phrase") : t("Password")),
        h("input", { name: "password", type: "password", required: true, autocomplete: "current-password" }),
      ),
      h("button", { class: "btn", type: "submit" }, guests ? t("Play") : t("Sign in")),
    ),
    guests ? null : entry.otherWays(next),
    h(
      "p",
      { class: "faint" },
      guests
        ? t("No account: a name and play money. You can keep the name by a pass-phrase later.")
        : lobby.floor.guests
        ? t("With the name you kept and its pass-phrase, or what your house gave you.")
        : t("Your house gave you a name and a password."),
    ),
    lobby.floor.guests
      ? h(
        "button",
        { class: "linkish faint", type: "button", "data-do": "staff" },
        guests ? t("I have a name here already") : t("Play as a guest"),
      )
      : null,
  );
}

function side() {
  const person = lobby.floor.person;
  if (!person) return [signIn()];
  const mine = lobby.floor.tables.find((table) => table.yours);
  const link = `${location.origin}${mine ? `/tables/${mine.id}` : "/"}`;
  const hello = h(
    "section",
    { "data-key": "hello" },
    h("h2", {}, t("Good to see you, {name}.", { name: person.name })),
    person.plays
      ? h("p", {}, t("{amount} in your purse. Every amount paid can tell you why.", { amount: person.wallet }))
      : purseless(person.own),
    person.poor
      ? h("p", {}, h("button", { class: "btn", type: "button", "data-do": "money" }, t("Take more play money")))
      : null,
    person.plays && !person.password
      ? h(
        "p",
        { class: "mine" },
        h("button", { class: "linkish", type: "button", "data-do": "keep" }, t("Keep this name")),
        h("span", { class: "faint" }, t(", to come back to it on any device")),
      )
      : null,
    person.plays
      ? h(
        "p",
        { class: "mine" },
        h("a", { href: "/my-play" }, t("My play")),
        h("span", { class: "faint" }, t(": results, replays, shared hands")),
      )
      : null,
    person.password
      ? h(
        "p",
        { class: "mine" },
        h("a", { href: "/account" }, t("Your password")),
        h("span", { class: "faint" }, ` ${t("and second factors")}`),
      )
      : null,
  );
  if (!person.plays) return [hello, work(person.pages)];
  return [
    lobby.doing === "keep" ? keeping(person) : lobby.doing === "out" ? leaving(person, mine) : hello,
    h(
      "section",
      { "data-key": "friends" },
      h("h2", {}, t("Play with friends")),
      h(
        "p",
        {},
        mine
          ? t("Send the link; they sit down beside you.")
          : t("Send the link; they choose a seat. At a table, bots can fill the rest."),
      ),
      h(
        "p",
        { class: "copyline" },
        h("code", {}, link.replace(/^https?:\/\//, "")),
        h(
          "button",
          { class: "btn quiet", type: "button", "data-do": "copy", "data-link": link },
          icon("link"),
          t("Copy"),
        ),
      ),
    ),
    h(
      "section",
      { "data-key": "last" },
      h("h2", {}, t("Your last rounds")),
      lobby.floor.last?.length
        ? h(
          "table",
          { class: "rounds" },
          h(
            "tbody",
            {},
            lobby.floor.last.map((round) =>
              h(
                "tr",
                { "data-key": `${round.table}${round.round}` },
                h(
                  "th",
                  { scope: "row" },
                  h("a", { href: `/tables/${round.table}?round=${round.round}`, translate: "no" }, round.name),
                  h("span", { class: "faint" }, ` ${round.round}`),
                ),
                h("td", { class: round.sign > 0 ? "up" : "" }, round.net),
              )
            ),
          ),
        )
        : h("p", { class: "faint" }, t("Rounds you play are kept here, each with its reasons.")),
    ),
    work(person.pages ?? []),
  ];
}

export function draw() {
  bar();
  const person = lobby.floor.person;
  fit(
    $("lobby"),
    h(
      "div",
      { class: "title", "data-key": "title" },
      h("h1", {}, person && !person.plays ? t("The tables.") : t("Choose a table.")),
      h(
        "p",
        { class: "tongue" },
        LANGUAGES.filter(([tongue]) => tongue !== language).map(([tongue, name]) =>
          h("button", {
            class: "linkish",
            type: "button",
            "data-do": "speak-in",
            "data-tongue": tongue,
            lang: tongue,
            translate: "no",
          }, name)
        ),
      ),
      h(
        "p",
        {},
        person || !lobby.floor.guests
          ? t("Each cloth is a chapter of the law.")
          : t("Each cloth is a chapter of the law. Give a name, and play money is on the rail."),
      ),
    ),
    h(
      "div",
      { class: "cols", "data-key": "cols" },
      h(
        "ul",
        { class: "tiles", id: "tables" },
        lobby.floor.tables.length ? lobby.floor.tables.map(tile) : h(
          "li",
          { class: "panel none" },
          h("h2", {}, t("No table is open.")),
          h("p", {}, t("When the house opens one it appears here by itself.")),
        ),
      ),
      h("aside", { class: "side", "aria-label": t("You") }, side()),
    ),
  );
  $("lobby").removeAttribute("aria-busy");
}

export function fault(error) {
  fit($("bar"), brand());
  fit(
    $("lobby"),
    h(
      "section",
      { class: "panel fault", "data-key": "fault" },
      h("h1", {}, t("The house does not answer.")),
      h(
        "p",
        {},
        `${error.message} ${t("Your money and rounds are stored with the house; this page tries again by itself.")}`,
      ),
      h("button", { class: "btn", type: "button", "data-do": "again" }, t("Try now")),
    ),
  );
  $("lobby").removeAttribute("aria-busy");
}
