// What the parts of the lobby share.

import * as entry from "./sign-in.js";

// A page of this house that sent someone here to sign in, and nowhere else.
const asked = (new URLSearchParams(location.search).get("next") || entry.state.next) ?? "";

const own = asked.startsWith("/") && URL.canParse(asked, location.origin) &&
  new URL(asked, location.origin).origin === location.origin;
export const next = own ? asked : "";

// What is told of the house, the table that was wanted before signing in, what is being done with the name ("keep": a
// pass-phrase is being chosen; "out": signing out asks once), and whether it is someone with a password, where guests need none.
export const lobby = {
  floor: /** @type {import("../core/payloads.d.ts").Lobby} */ (/** @type {unknown} */ (null)),
  wanted: new URLSearchParams(location.search).get("table"),
  busy: false,
  doing: "",
  staff: ["/register", "/account"].includes(next) || Boolean(entry.state.refused),
};
