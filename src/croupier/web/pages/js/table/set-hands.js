// Two hands out of seven cards: pressed or dragged from one to the other, judged by the house after every move.

import { targetOf } from "../core/dom.js";
import { get, post } from "../core/api.js";
import { t } from "../core/language.js";
import { speak } from "../parts/shell.js";
import { here, isSet } from "./state.js";
import { doing } from "./doing.js";

async function judge() {
  const ui = here.ui;
  ui.judged = null;
  if (isSet()) {
    const asked = ui.low.join();
    const told = await doing(() => post(`${here.base}/setting`, { low: ui.low }));
    if (!told || ui.low.join() !== asked) return;
    ui.judged = told;
    speak(
      told.foul
        ? `${t("Foul as set")}. ${told.foul}`
        : t("Low hand: {low}. High hand: {high}.", { low: told.low, high: told.high }),
    );
  }
  here.draw();
}

export function move(at, to) {
  const ui = here.ui;
  if (!here.view.ask?.setting || ui.sent) return;
  const low = ui.low.includes(at);
  if (to === "low" && low) return;
  if (to === "high" && !low) return;
  if (low) ui.low = ui.low.filter((one) => one !== at);
  else ui.low = [...ui.low, at].slice(-here.rules["low-hand"]);
  ui.judged = null;
  here.draw();
  judge();
}

let asking = false;

// Asked for once, however often it is pressed before the answer.
export async function houseWay() {
  if (asking) return;
  asking = true;
  const told = await doing(() => get(`${here.base}/house-way`));
  asking = false;
  if (!told) return;
  here.ui.low = told.places;
  here.ui.judged = told;
  speak(`${t("House way")}. ${t("Low hand: {low}. High hand: {high}.", { low: told.low, high: told.high })}`);
  here.draw();
}

let dragged = -1;
document.addEventListener("dragstart", (event) => {
  /** @type {HTMLElement | null} */
  const pick = targetOf(event).closest?.(".pick");
  dragged = pick ? Number(pick.dataset.at) : -1;
  if (pick) event.dataTransfer?.setData("text/plain", pick.dataset.at ?? "");
});
document.addEventListener("dragover", (event) => {
  if (dragged >= 0 && targetOf(event).closest?.("[data-box]")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  /** @type {HTMLElement | null} */
  const box = targetOf(event).closest?.("[data-box]");
  if (box && dragged >= 0) {
    event.preventDefault();
    move(dragged, box.dataset.box);
  }
  dragged = -1;
});
