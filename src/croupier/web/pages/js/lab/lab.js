// The lab: what is chosen, typed and asked for.

import { get, post } from "../core/api.js";
import { queryAll, queryOne, targetOf } from "../core/dom.js";
import { law } from "../parts/provision.js";
import { $, listen, refused as refusal, toast } from "../parts/shell.js";
import { patient } from "./away.js";
import * as bench from "./bench.js";
import { compare, compareTables, draw, go, price, run, shown, start, top, typed } from "./bench.js";
import { walk } from "./paytable.js";
import { narrow } from "./plots.js";
import { editionOf, fromAddress, toAddress, wagerOf } from "./state.js";

// What a form holds, by the names of its fields.
/** @returns {Record<string, any>} */
const entries = (form) => Object.fromEntries(new FormData(form));

function choose(name, value) {
  if (name.startsWith("reading.")) {
    const key = name.slice(8);
    const first = editionOf(bench.offer, bench.state).readings.find((one) => one.key === key).choices[0].value;
    const chosen = { ...bench.state.readings, [key]: value };
    if (value === first) delete chosen[key];
    return go({ ...bench.state, readings: chosen });
  }
  if (name === "game") {
    return go({ game: value, edition: "", wager: "", table: "", players: "", pays: {}, readings: {} });
  }
  if (name === "edition") {
    return go({
      game: bench.state.game,
      edition: value,
      wager: editionHas(value) ? bench.state.wager : "",
      table: "",
      players: "",
      pays: {},
      readings: {},
    });
  }
  return go({ ...bench.state, [name]: value, pays: {}, ...(name === "wager" ? { table: "", players: "" } : {}) });
}

const editionHas = (id) =>
  bench.offer.games.find((game) => game.id === bench.state.game).editions.find((one) => one.id === id).wagers.some((
    one,
  ) => one.id === bench.state.wager);
const main = () =>
  toAddress(
    wagerOf(bench.offer, bench.state).main ? bench.state : { ...bench.state, wager: "main", table: "", pays: {} },
  );

listen({
  law: (el) => law(`/api/lab/provision?${toAddress(bench.state, { pays: false })}`, el.dataset.cite),
  choose: (el) => choose(el.dataset.name, el.dataset.value),
  again: () => (bench.offer ? price() : start()),
  async prices() {
    const { game, edition } = bench.state;
    Object.assign(shown, { prices: { busy: true } });
    draw();
    const found = await patient(
      () => get(`/api/lab/prices?${toAddress({ ...bench.state, wager: "main", table: "", pays: {}, readings: {} })}`),
      () => bench.state.game === game && bench.state.edition === edition,
    ).then((rows) => ({ rows }), (refused) => ({ refused }));
    if (bench.state.game === game && bench.state.edition === edition) {
      shown.prices = found;
      draw();
    }
  },
  printed: () => go({ ...bench.state, pays: {} }),
  finder: () => {
    shown.find = shown.find ? null : {};
    draw();
    queryOne(".finder select")?.focus();
  },
  published: (_el, event) => {
    event.preventDefault();
    $("published")?.scrollIntoView({ block: "center" });
    $("published")?.focus({ preventScroll: true });
  },
  use: (el) => {
    go({ ...bench.state, pays: { ...bench.state.pays, [el.dataset.for]: el.dataset.pay } });
  },
  async find(form) {
    const { row, target } = entries(form);
    shown.find = { busy: true };
    draw();
    try {
      shown.find = {
        found: await get(
          `/api/lab/find?${toAddress(bench.state)}&row=${encodeURIComponent(row)}&target=${encodeURIComponent(target)}`,
        ),
      };
    } catch (error) {
      shown.find = { refused: error };
    }
    draw();
  },
  async copy(el) {
    const link = new URL(el.dataset.address, location.href).href;
    await navigator.clipboard.writeText(link).then(
      () => toast("Link copied.", { detail: "It opens the lab with all of this." }),
      () => toast("Not copied:", { detail: link, stays: true }),
    );
  },
  sample(form) {
    Object.assign(run, entries(form));
    run.start(toAddress(bench.state));
  },
  stop: () => run.stop(),
  async advice(form) {
    await advise(entries(form));
  },
  async deal() {
    /** @type {HTMLFormElement | null} */
    const form = document.querySelector(".ask");
    if (!form) return;
    const { decisions = "" } = entries(form);
    try {
      const dealt = await get(`/api/lab/deal?${main()}&decisions=${encodeURIComponent(decisions)}`);
      for (const name of ["cards", "community", "dealer"]) {
        if (form.elements[name]) form.elements[name].value = dealt[name];
      }
      await advise(dealt);
    } catch (error) {
      refusal(error);
    }
  },
  compared(el) {
    Object.assign(compare, { mode: el.dataset.value, told: null, refused: null });
    draw();
    if (compare.mode === "tables") compareTables();
  },
  async compare(form) {
    const { a, b } = entries(form);
    try {
      Object.assign(compare, {
        told: await post("/api/lab/compare", { a: { toml: a, name: "first" }, b: { toml: b, name: "second" } }),
        refused: null,
      });
    } catch (error) {
      Object.assign(compare, { told: null, refused: { all: error.all?.length ? error.all : [error] } });
    }
    draw();
  },
});

async function advise(told) {
  const asking = new URLSearchParams(Object.entries(told).filter(([, value]) => value));
  try {
    shown.advice = { told: await get(`/api/lab/advice?${main()}&${asking}`) };
  } catch (error) {
    shown.advice = { refused: error };
  }
  draw();
}

document.addEventListener("input", (event) => {
  const target = targetOf(event);
  if (target.matches("#out input")) typed(target);
});

document.addEventListener("change", (event) => {
  const target = targetOf(event);
  if (target.dataset.choose) choose(target.dataset.choose, target.value);
  if (target.dataset.compare) {
    compare[target.dataset.compare] = target.value;
    compareTables();
  }
});

document.addEventListener("keydown", (event) => {
  if (targetOf(event).matches?.("#out input")) walk(event, typed);
});

document.addEventListener("click", (event) => {
  for (const open of queryAll("details.drop[open]")) if (!open.contains(targetOf(event))) open.removeAttribute("open");
});

narrow.addEventListener("change", draw);

addEventListener("popstate", () => go(fromAddress(location.search), { push: false }));

top();

start();
