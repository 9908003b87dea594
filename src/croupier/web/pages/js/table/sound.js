// Four quiet sounds, made here: a card, a chip, your turn, settled. Off unless someone turns them on, never before they have
// touched the page, and the same for every amount.

import { prefs } from "../core/prefs.js";

let audio = null;

function out(at, long, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(audio.destination);
  return gain;
}

function tone(at, pitch, long, loud, type = "sine") {
  const voice = audio.createOscillator();
  voice.type = type;
  voice.frequency.value = pitch;
  voice.connect(out(at, long, loud));
  voice.start(at);
  voice.stop(at + long);
}

let noise = null;
function brush(at) {
  if (!noise) {
    noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.06), audio.sampleRate);
    noise.getChannelData(0).forEach((_, i, all) => {
      all[i] = Math.random() * 2 - 1;
    });
  }
  const paper = audio.createBufferSource(), soft = audio.createBiquadFilter();
  paper.buffer = noise;
  soft.type = "lowpass";
  soft.frequency.value = 1800;
  paper.connect(soft).connect(out(at, 0.055, 0.05));
  paper.start(at);
}

const SOUNDS = {
  card(now, count) {
    for (let at = 0; at < Math.min(count, 5); at += 1) brush(now + at * 0.055);
  },
  chip(now) {
    tone(now, 2300, 0.04, 0.03, "triangle");
    tone(now + 0.03, 2900, 0.05, 0.02, "triangle");
  },
  turn(now) {
    tone(now, 660, 0.22, 0.05);
  },
  settled(now) {
    tone(now, 440, 0.25, 0.04);
    tone(now + 0.09, 554, 0.3, 0.04);
  },
};

function play(name, count = 1) {
  if (prefs().sound !== "on" || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  audio ??= new AudioContext();
  audio.resume?.();
  SOUNDS[name](audio.currentTime + 0.01, count);
}

const all = (map) => Object.values(map ?? {}).filter(Boolean);
const cards = (view) =>
  all(view.places).flat().length + all(view.seats).reduce((sum, seat) => sum + (seat.cards?.length ?? 0), 0);
const wagers = (view) => all(view.plates).reduce((sum, plate) => sum + plate.wagers.length, 0);
const settled = (view) => (view.result?.closed && view.result.seats[view.you?.seat]?.yours ? view.result.round : 0);

// What a view brought that the one before it had not; one sound for one view.
export function sounds(old, view) {
  const dealt = cards(view) - cards(old);
  if (settled(view) !== settled(old) && settled(view)) play("settled");
  else if (view.ask && !old.ask) play("turn");
  else if (dealt > 0) play("card", dealt);
  else if (wagers(view) > wagers(old) || (view.draft?.count && view.draft.total !== old.draft?.total)) play("chip");
}
