// A part of a page that comes when it is first wanted, with its style sheet; where it did not come it is asked for again.

function styled(name) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL(`../../${name}`, import.meta.url).href;
  document.head.append(sheet);
  return new Promise((done) => {
    sheet.onload = sheet.onerror = done;
  });
}

/** @template T
 * @param {() => Promise<T>} come
 * @returns {() => Promise<T>} */
export function later(come, sheet = "") {
  /** @type {Promise<T> | null} */
  let coming = null;
  return () => (coming ??= Promise.all([come(), sheet ? styled(sheet) : null]).then(([part]) => part, (error) => {
    coming = null;
    throw error;
  }));
}
