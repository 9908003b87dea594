// The dispute report, on paper: what was dealt, every line with its reason, every record with its hash.

import { cite, fit, h, realCards } from "../core/dom.js";
import { glyph, sentence } from "../parts/round-steps.js";
import { $ } from "../parts/shell.js";

function cards(text) {
  return h(
    "span",
    { class: "minis" },
    (text ?? "").split(" ").filter(Boolean).map((face, at) =>
      h("playing-card", { face: face === "??" ? "" : face, size: "mini", "data-key": at })
    ),
    h("span", { class: "written" }, text),
  );
}

function reason(line) {
  return h(
    "tr",
    { "data-key": line.wager + line.sums[0] },
    h("th", { scope: "row" }, line.name),
    h(
      "td",
      { class: "left" },
      line.words ? `${line.words} ` : "",
      cite(line.cite),
      line.reading ? ` By the reading “${line.reading.replaceAll("-", " ")}”.` : "",
    ),
    h(
      "td",
      { class: "left" },
      line.rows.filter((row) => row.hit).map((row) => `${row.row} pays ${row.pays} `),
      cite(line["pays-cite"]),
    ),
    h("td", { class: "left" }, h("ul", {}, line.sums.map((sum, at) => h("li", { "data-key": at }, sum)))),
    h("td", { class: line.sign > 0 ? "up" : "" }, h("b", {}, line.net)),
  );
}

function seat(number, one) {
  return h(
    "section",
    { class: "part", "data-key": `seat${number}` },
    h("h3", {}, `Seat ${number}, ${one.player}`),
    h(
      "p",
      { class: "hand" },
      cards(one.cards),
      one.hand ? h("b", {}, one.hand) : null,
      one["never-shown"]
        ? h("span", { class: "faint" }, " not all of it was shown in the round; opened by the order of the deck")
        : null,
    ),
    one.notes.map((note, at) => h("p", { class: "due", "data-key": `note${at}` }, note)),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": `Settlement of seat ${number}` },
      h(
        "table",
        { class: "data" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Wager"),
            h("th", { class: "left", scope: "col" }, "The case"),
            h("th", { class: "left", scope: "col" }, "The pays"),
            h("th", { class: "left", scope: "col" }, "The arithmetic"),
            h("th", { scope: "col" }, "Net"),
          ),
        ),
        h("tbody", {}, one.lines.map(reason)),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row", colspan: 4 }, `Seat ${number}, round`),
            h("td", { class: one.sign > 0 ? "up" : "" }, h("b", {}, one.net)),
          ),
        ),
      ),
    ),
  );
}

const pairs = (told) =>
  h(
    "dl",
    { class: "pairs" },
    Object.entries(told).map(([name, value]) => h("div", { "data-key": name }, h("dt", {}, name), h("dd", {}, value))),
  );

export function report(told) {
  const places = Object.entries(told.places);
  fit(
    $("work"),
    h(
      "article",
      { class: "panel report", "data-key": "report", "aria-label": "Dispute report" },
      h(
        "header",
        {},
        h("h2", {}, `Dispute report: ${told.name}, round ${told.round.toLocaleString("en-US")}`),
        h(
          "small",
          {},
          `${told.title}, `,
          h("span", { class: "cite" }, told.chapter),
          ` · edition ${told.edition}, ${told.status}`,
        ),
        realCards(told["real-cards"]),
        h("span", { class: "grow" }),
        h("a", {
          class: "btn quiet no-print",
          href: `/surveillance?table=${encodeURIComponent(told.table)}&round=${told.round}`,
        }, "To the replay"),
        h("button", { class: "btn no-print", type: "button", "data-do": "print" }, glyph("print"), "Print"),
      ),
      h(
        "div",
        { class: "body" },
        told.void ? h("p", { class: "broken lead" }, "This round is void. All wagers went back.") : null,
        told.differences.length
          ? h(
            "p",
            { class: "broken lead" },
            `Settled anew from the cards, the round comes out otherwise: ${told.differences.join("; ")}.`,
          )
          : h(
            "p",
            { class: "lead" },
            told.unsettled
              ? `It was not settled anew: ${told.unsettled}.`
              : told["older-steps"].length
              ? `Settled as the list of steps has it that the table followed: ${
                told["older-steps"].join("; ")
              }. Every other line comes out the same.`
              : "Settled anew from these cards, every line comes out the same.",
          ),
        pairs({
          Table: `${told.name} (${told.table})`,
          Began: `${told.began} UTC`,
          Closed: `${told.closed} UTC`,
          Records: `${told.records[0].toLocaleString("en-US")} to ${told.records[1].toLocaleString("en-US")}`,
          Head: `record ${told.head.n.toLocaleString("en-US")}, signed in record ${
            told.head.signed.toLocaleString("en-US")
          }`,
          "Order of the deck": told.opened.length
            ? `opened in record ${told.opened.map((n) => n.toLocaleString("en-US")).join(", ")}`
            : "not opened yet",
        }),
        h("p", { class: "hash whole" }, told.head.hash),
        places.length
          ? h(
            "section",
            { class: "part", "data-key": "places" },
            h("h3", {}, "On the table"),
            places.map(([name, held]) =>
              h("p", { class: "hand", "data-key": name }, cards(held), h("b", {}, name.replaceAll("-", " ")))
            ),
          )
          : null,
        Object.entries(told.seats).map(([number, one]) => seat(number, one)),
        h(
          "section",
          { class: "part", "data-key": "steps" },
          h("h3", {}, "Every record of the round"),
          h(
            "div",
            { class: "scroll", tabindex: 0, role: "region", "aria-label": "Every record of the round" },
            h(
              "table",
              { class: "data records" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  h("th", { scope: "col" }, "Record"),
                  h("th", { class: "left", scope: "col" }, "Time, UTC"),
                  h("th", { class: "left", scope: "col" }, "What happened"),
                  h("th", { class: "left", scope: "col" }, "Hash"),
                ),
              ),
              h(
                "tbody",
                {},
                told.lines.map((line) =>
                  h(
                    "tr",
                    { "data-key": line.n },
                    h("th", { scope: "row" }, line.n.toLocaleString("en-US")),
                    h("td", { class: "left" }, line.time),
                    h("td", { class: "left" }, sentence(line)),
                    h("td", { class: "left hash" }, line.hash),
                  )
                ),
              ),
            ),
          ),
        ),
        h(
          "section",
          { class: "part", "data-key": "rules" },
          h("h3", {}, "Rules Submission"),
          pairs(told.submission),
          Object.keys(told.readings).length ? [h("h3", {}, "Readings"), pairs(told.readings)] : null,
        ),
        h(
          "p",
          { class: "faint foot" },
          "Rebuilt from the journal: each record's hash is over its bytes and the hash before it, the head is signed with the key of the house, and each amount follows from the cards by the provisions named. Cards that no record opens are not told.",
        ),
      ),
    ),
  );
  $("work").removeAttribute("aria-busy");
}
