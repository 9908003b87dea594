// One's results in figures, and the line of the bankroll.

import { h, s } from "../core/dom.js";
import { number, t, tn } from "../core/language.js";
import { manyRounds, now, SPANS, up } from "./state.js";

export function figures() {
  const { told, coach } = now;
  const shown = told.shown;
  const words = SPANS.find(([id]) => id === now.span)?.[1];
  const fact = (label, value, note, { lead = false, sign = 0 } = {}) =>
    h(
      "div",
      { class: lead ? "figure lead" : "figure", "data-key": label },
      h("span", {}, label),
      h("b", { class: up(sign) }, value),
      h("small", {}, note),
    );
  return h(
    "div",
    { class: "top", "data-key": "top" },
    h(
      "div",
      { class: "figures" },
      fact(
        words,
        shown.net,
        t("{rounds}, {amount} wagered", { rounds: manyRounds(shown.rounds), amount: shown.staked }),
        { lead: true, sign: shown.sign },
      ),
      now.span === "session"
        ? fact(t("All time"), told.all.net, manyRounds(told.all.rounds), { sign: told.all.sign })
        : fact(
          t("This session"),
          told.session.net,
          told.session.rounds
            ? `${manyRounds(told.session.rounds)}, ${tn("{n} minute", "{n} minutes", told.session.minutes)}`
            : t("no round yet"),
          { sign: told.session.sign },
        ),
      fact(
        t("Lost to mistakes"),
        coach?.looked ? coach.parts.mistakes : "–",
        coach?.looked
          ? coach.decisions
            ? tn("{right} of {n} decision was best", "{right} of {n} decisions were best", coach.decisions, {
              right: coach.right,
            })
            : t("no decision to judge")
          : now.waits || t("the coach is looking"),
      ),
      fact(t("Returned"), shown.returned || "–", t("of all you wagered")),
    ),
    h(
      "div",
      { class: "spans" },
      h(
        "div",
        { class: "seg", role: "group", "aria-label": t("Span") },
        SPANS.map(([id, label]) =>
          h(
            "button",
            { type: "button", "data-do": "span", "data-span": id, "aria-pressed": String(id === now.span) },
            label,
          )
        ),
      ),
      h("p", { class: "faint" }, told.since ? t("since {day}", { day: told.since }) : ""),
    ),
  );
}

// Where 99 of 100 would stand at the best play: it widens with the root of the rounds.
function band(rounds, price, spread, x, y) {
  const steps = Array.from({ length: 41 }, (_, at) => at / 40);
  const edge = (side) => (part) =>
    `${x(rounds * part).toFixed(1)} ${y(price * part + side * spread * Math.sqrt(part)).toFixed(1)}`;
  return `M${[...steps.map(edge(1)), ...steps.toReversed().map(edge(-1))].join("L")}Z`;
}

// The line: ink for the result, rubric for the price of the games; what it says stands in words beside it.
function plot() {
  const { told, coach } = now;
  const { line, ticks } = told;
  const wide = innerWidth > 560;
  const narrow = Math.max(240, Math.min(420, innerWidth - 56)); // as wide as it is shown, so that its words stay as high
  const [width, height, from, to] = wide ? [760, 250, 64, 650] : [narrow, 220, 52, narrow - 80];
  const [rounds, end] = line[line.length - 1];
  const [low, high] = [ticks[0].at, ticks[ticks.length - 1].at];
  const x = (at) => from + (to - from) * at / rounds;
  const y = (cents) => 14 + (height - 50) * (high - cents) / (high - low || 1);
  const whole = isWhole();
  const price = whole ? coach.parts["price-cents"] : null;
  const inside = (cents) => Math.max(18, Math.min(height - 34, y(cents)));
  const within = (place) => Math.max(14, Math.min(height - 36, place));
  let [mine, theirs] = [inside(end), price === null ? 0 : inside(price)];
  if (price !== null && Math.abs(mine - theirs) < 16) theirs = mine + (price >= end ? -16 : 16);
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": t("The result after each of {rounds}: it ends at {amount}", {
        rounds: manyRounds(rounds),
        amount: told.shown.net,
      }),
    },
    ticks.map((
      tick,
    ) => [
      s("path", { class: "grid", d: `M${from} ${y(tick.at).toFixed(1)}H${to}` }),
      s("text", { class: "axis", x: from - 8, y: y(tick.at) + 4, "text-anchor": "end" }, tick.text),
    ]),
    [0, 0.5, 1].map((part) =>
      s(
        "text",
        { class: "axis", x: x(Math.round(rounds * part)), y: height - 14, "text-anchor": "middle" },
        number(Math.round(rounds * part)),
      )
    ),
    s("text", { class: "axis", x: (from + to) / 2, y: height - 1, "text-anchor": "middle" }, t("rounds")),
    price === null ? null : [
      s("path", { class: "band", d: band(rounds, price, coach["spread-cents"], x, (cents) => within(y(cents))) }),
      s("path", {
        class: "reference",
        d: `M${x(0)} ${y(0).toFixed(1)}L${x(rounds)} ${within(y(price)).toFixed(1)}`,
      }),
      s(
        "text",
        { class: "reference-words", x: to + 8, y: theirs + 4 },
        t("Price {amount}", { amount: coach.parts.price }),
      ),
    ],
    s("path", {
      class: "result",
      d: `M${line.map(([at, cents]) => `${x(at).toFixed(1)} ${y(cents).toFixed(1)}`).join("L")}`,
    }),
    s("circle", { cx: x(rounds), cy: y(end), r: 3.5, class: "end" }),
    s("text", { class: "own", x: to + 8, y: mine + 4 }, t("You {amount}", { amount: told.shown.net })),
  );
}

const isWhole = () => Boolean(now.coach?.looked) && now.coach.looked >= now.told.shown.rounds;
const shaded = () =>
  isWhole() && now.told.line.length
    ? t("after each round; shaded: where 99 in 100 would stand at the best play")
    : t("after each round");

export function chart() {
  const { told, coach } = now;
  const parts = coach?.looked
    ? [[t("Result"), coach.parts.net, coach.parts.sign, ""], [t("price of the games"), coach.parts.price, 0, "="], [
      t("mistakes"),
      coach.parts.mistakes,
      0,
      "+",
    ], [t("luck"), coach.parts.luck, coach.parts["luck-sign"], "+"]]
    : [];
  const few = coach?.looked && coach.looked < told.shown.rounds
    ? `${t("Of the {rounds} that the coach has looked at.", { rounds: manyRounds(coach.looked) })} `
    : "";
  return h(
    "section",
    { class: "panel chips", "data-key": "chips", "aria-label": t("Result") },
    h("header", {}, h("h2", {}, t("Result")), h("small", {}, shaded())),
    h("div", { class: "body" }, told.line.length ? plot() : h("p", { class: "empty" }, t("No round in this span."))),
    parts.length
      ? h(
        "dl",
        { class: "sum" },
        parts.map((
          [words, amount, sign, mark],
        ) => [
          mark ? h("span", { class: "mark-of", "aria-hidden": "true", "data-key": `m${words}` }, mark) : null,
          h("div", { "data-key": words }, h("dt", {}, words), h("dd", { class: up(sign) }, amount)),
        ]),
      )
      : null,
    parts.length
      ? h(
        "p",
        { class: "fine" },
        few,
        t("Price: what the rules keep from the best play, from the lab. Luck: the rest. It owes you nothing."),
      )
      : null,
  );
}
