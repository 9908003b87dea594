// Something that is asked of the house: what was pressed says so until there is an answer, and a refusal is told.

import { sending } from "../core/pending-press.js";
import { refused } from "../parts/shell.js";
import { here } from "./state.js";

export async function doing(work) {
  try {
    return await sending(work);
  } catch (error) {
    here.ui.sent = "";
    if (error.status === 401) location.assign(`/?table=${encodeURIComponent(here.table)}`);
    refused(error);
    here.draw();
    return null;
  }
}
