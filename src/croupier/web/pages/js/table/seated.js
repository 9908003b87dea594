// What somebody with a seat needs besides what those see who look on; it comes when they sit down.

import { choices, summary } from "./choices.js";
import { mat } from "./own-seat.js";
import { wagering } from "./wagers.js";
import "../parts/chip.js";

export const seated = { choices, mat, summary, wagering };
