// A link to a round of one's own, made where its result is: given to the device's own way of sharing, or copied.

import { post } from "../core/api.js";
import { t } from "../core/language.js";
import { speak, toast } from "../parts/shell.js";

const made = new Map();

async function linkTo(table, round) {
  const key = `${table}/${round}`;
  if (!made.has(key)) {
    const told = await post(`/api/replays/${encodeURIComponent(table)}/${round}/share`, { named: false });
    made.set(key, new URL(told.address, location.href).href);
  }
  return made.get(key);
}

export async function share(table, round) {
  const link = await linkTo(table, round);
  const detail = t("Whoever has it sees the round, without your name. My play takes it back.");
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url: link });
    else await navigator.clipboard.writeText(link);
    toast(t("The link to this hand is copied."), { detail });
    speak(t("The link to this hand is copied."));
  } catch (error) {
    if (error.name !== "AbortError") toast(link, { detail, stays: true });
  }
}
