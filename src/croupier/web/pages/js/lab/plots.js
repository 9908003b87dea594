// Plots from points that the server sends: an ink line, a rubric reference, a laurel area, labels on the line.

import { h, s } from "../core/dom.js";

// Narrower on a phone, so that letters keep their size.
export const narrow = matchMedia("(max-width: 760px)");
const LEFT = 46;
const right = () => (narrow.matches ? 332 : 462);

const scale = (low, high, from, to) => (value) =>
  from + (Math.min(Math.max(value, low), high) - low) / (high - low) * (to - from);
const path = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

function grid(ticks, y) {
  return ticks.map((
    { at, words },
  ) => [
    s("path", { d: `M${LEFT} ${y(at).toFixed(1)}H${right()}`, class: "grid" }),
    s("text", { x: LEFT - 6, y: y(at) + 4, "text-anchor": "end" }, words),
  ]);
}

export function decisions(plot, unit) {
  const y = scale(plot.low, plot.high, 160, 14);
  const step = (right() - LEFT - 28) / Math.max(plot.classes.length - 1, 1);
  const x = (at) => LEFT + 14 + at * step;
  const drawn = plot.series.filter(({ folds }) => !folds);
  const first = drawn[0];
  const labels = plot.classes.map(({ mark }, at) => [mark, at]);
  const every = step < 13 ? 3 : step < 19 ? 2 : 1;
  const mixed = plot.classes.findIndex(({ pure }) => !pure);
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${right() + 8} 206`,
      role: "img",
      "aria-label": `${plot.title}: what each is worth by hand, in ${unit}. The values stand in the table below.`,
    },
    grid(plot.ticks, y),
    plot.series.filter(({ folds }) => folds).map((line) => [
      s("path", { d: `M${LEFT} ${y(line.points[0]).toFixed(1)}H${right()}`, class: "reference" }),
      s(
        "text",
        { x: right(), y: y(line.points[0]) - 6, "text-anchor": "end", class: "reference-words" },
        `${line.name}, ${line.end} ${unit}`,
      ),
    ]),
    drawn.map((line, n) => [
      s("polyline", {
        points: path(line.points.map((value, at) => [x(at), y(value)])),
        class: n ? "line second" : "line",
      }),
      drawn.length > 1
        ? s("text", {
          x: x(1),
          y: y(line.points[1]) +
            (line.points[1] < first.points[1] || (!n && drawn[1].points[1] > line.points[1]) ? 14 : -8),
          class: n ? "" : "strong",
        }, line.name)
        : null,
    ]),
    plot.classes.map((each, at) => {
      const line = drawn.find(({ id }) => id === each.lead) ?? first;
      return s("circle", {
        cx: x(at).toFixed(1),
        cy: y(line.points[at]).toFixed(1),
        r: 3.4,
        class: !each.pure ? "mixed" : each.folds ? "hollow" : "dot",
      }, s("title", {}, `${each.words}: ${each.best}`));
    }),
    mixed >= 0 && drawn.length === 1
      ? [
        s("path", { d: `M${x(mixed)} ${y(first.points[mixed]) + 7}v14`, class: "line" }),
        s(
          "text",
          { x: x(mixed) - 6, y: y(first.points[mixed]) + 33, class: "strong" },
          `${plot.classes[mixed].mark}: the other cards decide`,
        ),
      ]
      : null,
    labels.filter(([, at]) => (plot.classes.length - 1 - at) % every === 0).map(([mark, at]) =>
      s("text", { x: x(at), y: 180, "text-anchor": "middle" }, mark)
    ),
    s("text", { x: (LEFT + right()) / 2, y: 200, "text-anchor": "middle", class: "axis" }, plot.under),
  );
}

export function decisionValues(plot) {
  return h(
    "details",
    { class: "values", "data-key": "values" },
    h("summary", {}, "The values as a table"),
    h(
      "div",
      { class: "scroll", tabindex: "0" },
      h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, "What each decision is worth by hand"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Hand"),
            plot.series.map(({ name }) => h("td", {}, name)),
            h("td", { class: "left" }, "best"),
          ),
        ),
        h(
          "tbody",
          {},
          plot.classes.map((each) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, each.words),
              each.values.map((value) => h("td", {}, value)),
              h("td", { class: "left" }, each.best),
            )
          ),
        ),
      ),
    ),
  );
}

export function run(axis, points, exact) {
  const y = scale(axis.low, axis.high, 160, 14);
  const x = scale(0, 1, LEFT + 6, right() - 4);
  const band = [...points.map((p) => [x(p.at), y(p.high)]), ...points.toReversed().map((p) => [x(p.at), y(p.low)])];
  const low = (axis.exact - axis.low) / (axis.high - axis.low) < 0.3;
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${right() + 8} 206`,
      role: "img",
      "aria-label":
        "The sampled mean with its 99 percent interval, closing on the exact value. The values stand in the table below.",
    },
    grid(axis.ticks, y),
    points.length ? s("polygon", { points: path(band), class: "area" }) : null,
    points.length ? s("polyline", { points: path(points.map((p) => [x(p.at), y(p.mean)])), class: "line" }) : null,
    s("path", { d: `M${LEFT} ${y(axis.exact).toFixed(1)}H${right()}`, class: "reference" }),
    s(
      "text",
      { x: right(), y: y(axis.exact) + (low ? -7 : 15), "text-anchor": "end", class: "reference-words" },
      `exact, ${exact}`,
    ),
    axis.across.filter((_, n) => !narrow.matches || (axis.across.length - 1 - n) % 2 === 0).map(({ at, words }) =>
      s("text", { x: x(at), y: 180, "text-anchor": at > 0.94 ? "end" : at < 0.05 ? "start" : "middle" }, words)
    ),
    s("text", { x: (LEFT + right()) / 2, y: 200, "text-anchor": "middle", class: "axis" }, "rounds dealt"),
  );
}

export function runValues(points) {
  return h(
    "details",
    { class: "values", "data-key": "values" },
    h("summary", {}, "The values as a table"),
    h(
      "div",
      { class: "scroll", tabindex: "0" },
      h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, "Sampled mean and 99% interval by rounds"),
        h(
          "thead",
          {},
          h("tr", {}, h("th", { scope: "col" }, "Rounds"), h("td", {}, "mean net"), h("td", {}, "99% interval")),
        ),
        h(
          "tbody",
          {},
          points.toReversed().map((p) =>
            h(
              "tr",
              { "data-key": p.rounds },
              h("th", { scope: "row" }, p.rounds),
              h("td", {}, p.value),
              h("td", {}, p.interval),
            )
          ),
        ),
      ),
    ),
  );
}
