// Everything that is written on a sheet of paper beside the cloth, together: it comes when the first of them is opened.

import { share } from "./share.js";
import * as sheets from "./sheets.js";
import { replay, why } from "./why.js";

export const papers = { ...sheets, replay, share, why };
