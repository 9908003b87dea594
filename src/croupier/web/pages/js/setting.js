// Two hands out of seven cards: pressed or dragged from one to the other, judged by the house after every move.

import { get, post } from "./api.js";
import { speak } from "./shell.js";
import { t } from "./state.js";
import { doing } from "./wagers.js";

async function judge() {
  const ui = t.ui;
  ui.judged = null;
  if (ui.low.length === 2) {
    const asked = ui.low.join();
    const told = await doing(() => post(`${t.base}/setting`, { low: ui.low }));
    if (!told || ui.low.join() !== asked) return;
    ui.judged = told;
    speak(told.foul ? `Foul as set. ${told.foul}` : `Low hand: ${told.low}. High hand: ${told.high}.`);
  }
  t.draw();
}

export function move(at, to) {
  const ui = t.ui;
  if (!t.view.ask?.setting || ui.sent) return;
  const low = ui.low.includes(at);
  if (to === "low" && low) return;
  if (to === "high" && !low) return;
  if (low) ui.low = ui.low.filter((one) => one !== at);
  else ui.low = [...ui.low.slice(ui.low.length > 1 ? 1 : 0), at];
  ui.judged = null;
  t.draw();
  judge();
}

export async function houseWay() {
  const told = await doing(() => get(`${t.base}/house-way`));
  if (!told) return;
  t.ui.low = told.places;
  t.ui.judged = told;
  speak(`House way. Low hand: ${told.low}. High hand: ${told.high}.`);
  t.draw();
}

let dragged = -1;
document.addEventListener("dragstart", (event) => {
  const pick = event.target.closest?.(".pick");
  dragged = pick ? Number(pick.dataset.at) : -1;
  if (pick) event.dataTransfer.setData("text/plain", pick.dataset.at);
});
document.addEventListener("dragover", (event) => { if (dragged >= 0 && event.target.closest?.("[data-box]")) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  const box = event.target.closest?.("[data-box]");
  if (box && dragged >= 0) { event.preventDefault(); move(dragged, box.dataset.box); }
  dragged = -1;
});
