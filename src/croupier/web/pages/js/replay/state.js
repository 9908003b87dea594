// What the parts of the page share: the round, where it stands, and the link that was made of it.

export const asked = new URLSearchParams(location.search);
export const shared = location.pathname.match(/^\/shared\/([^/]+)/)?.[1] ?? "";
export const shows = {
  replay: /** @type {any} */ (null),
  person: /** @type {any} */ (null),
  table: /** @type {string | null} */ (""),
  link: "",
  sharing: false,
};
