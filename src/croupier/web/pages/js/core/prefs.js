// What a person prefers, kept in this browser: day or night, two or four colours of suits, how quickly cards come and whether
// anything moves, letters as keys, sound, whether one is asked to cut, notices, whether a guided hand is offered.

const DEFAULT = {
  theme: "auto",
  deck: "2",
  speed: "normal",
  motion: "auto",
  keys: "on",
  sound: "off",
  cut: "on",
  notify: "off",
  guide: "",
};
const hear = [];

// Whoever wants to know of a change.
export function preferred(work) {
  hear.push(work);
}

function read() {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem("croupier") ?? "{}") };
  } catch {
    return { ...DEFAULT };
  }
}

let now = read();

export const prefs = () => now;

export function prefer(name, value) {
  now = { ...now, [name]: value };
  try {
    localStorage.setItem("croupier", JSON.stringify(now));
  } catch { /* a browser that keeps nothing still plays */ }
  apply();
  for (const work of hear) work(name, value);
}

export function apply() {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const theme = asked.get("theme") ?? now.theme;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.speed = now.speed;
  root.dataset.motion = now.motion;
  root.dataset.deck = asked.get("deck") ?? now.deck;
}

apply();
