// The words of the pages. English is the text itself; in another language the files that scripts are served in bring the
// words of what is in them (web/http/files/bind.py). `{name}` is where a thing is put in.

export const LANGUAGES = [["en", "English"], ["es", "Español"]];
export const language = document.documentElement.lang || "en";
export const locale = `${language === "xx" ? "en" : language}-US`; // dollars and thousands are written as at the table

const words = {};

export const learn = (more) => Object.assign(words, more);

const filled = (text, given) => text.replace(/\{(\w+)\}/g, (blank, name) => given[name] ?? blank);

export const t = (text, given = {}) => filled(words[text] ?? text, given);

// One thing or many of them: `{n}` is how many.
export function tn(one, many, n, given = {}) {
  const forms = words[one];
  const text = Array.isArray(forms) ? forms[n === 1 ? 0 : 1] : words[n === 1 ? one : many] ?? (n === 1 ? one : many);
  return filled(text, { n: number(n), ...given });
}

// A sentence with elements in it, as a list of children.
export const tp = (text, given) =>
  (words[text] ?? text).split(/\{(\w+)\}/).map((part, at) => (at % 2 ? given[part] : part)).filter((part) =>
    part !== ""
  );

export const number = (value) => value.toLocaleString(locale);

// Asked for by a person: kept by the browser for a year, and told to the house with every question from then on.
export async function speakIn(chosen) {
  document.cookie = `language=${chosen}; path=/; max-age=31536000; samesite=lax`;
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    await (await caches.open(name)).add("/offline").catch(() => {}); // it is kept beside the pages
  }
  location.reload();
}
