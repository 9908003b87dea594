// What a person prefers, kept in this browser: day or night, two or four colours of suits, letters as keys, sound, whether one is asked to cut.

const DEFAULT = { theme: "auto", deck: "2", keys: "on", sound: "off", cut: "on" };

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
}

export function apply() {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const theme = asked.get("theme") ?? now.theme;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.deck = asked.get("deck") ?? now.deck;
}

apply();
