// Before the first paint: the light someone chose, so that a page does not change it under their eyes. The rest is in prefs.js.

try {
  const theme = new URLSearchParams(location.search).get("theme") ??
    JSON.parse(localStorage.getItem("croupier") ?? "{}").theme;
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
} catch { /* a browser that keeps nothing follows its system */ }
