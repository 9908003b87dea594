// The dock while wagers are put together: chips, what they come to, and what happens when there are none.

import { h, icon } from "../core/dom.js";
import { t, tp } from "../core/language.js";
import { act, acts, lead, note, ready } from "./dock-parts.js";
import { elsewhere } from "./looking-on.js";
import { mode } from "./phase.js";

export function betting(view, rules, ui) {
  const draft = view.draft;
  const now = mode(view);
  if (!view.you.cents && !draft.count) {
    return now === "result" ? { ...broke(ui), top: null, note: note(t("You are out of chips.")) } : broke(ui);
  }
  const again = draft.rebet;
  const closed = view.phase === "betting" ? "" : t("when wagers are taken");
  if (now === "result" && again) {
    const reason = again.short ? t("you have {amount}", { amount: view.you.chips }) : closed;
    return {
      acts: acts([
        act({
          id: "change",
          do: "change",
          words: t("Change wagers"),
          detail: t("{amount} in chips", { amount: view.you.chips }),
          key: "C",
        }),
        again.short
          ? act({
            id: "top-up",
            do: "purse",
            words: t("Top up"),
            detail: t("{amount} is more than you have", { amount: again.total }),
            key: "Enter",
            main: true,
          })
          : act({
            id: "rebet",
            do: "rebet",
            words: t("Rebet {amount}", { amount: again.total }),
            detail: reason ||
              (again["too-little"]
                ? t("you could only give up")
                : again.count === 1
                ? t("the same wager")
                : t("the same wagers")),
            key: "Enter",
            also: "B",
            main: !reason,
            refused: reason,
          }),
        ready(view, t("Sit out")),
      ]),
      note: again["too-little"] ? warned(again.later) : note(
        again.later ||
          (view.clock ? t("Without wagers you sit the next round out.") : t("The next round begins when you wager.")),
      ),
    };
  }
  const place = act({
    id: "place",
    do: "place",
    words: draft.count ? t("Place {amount}", { amount: draft.total }) : t("Place wagers"),
    detail: draft.reason || closed || (draft["too-little"] ? t("you could only give up") : t("and be dealt in")),
    key: "Enter",
    main: draft.ready && !closed,
    refused: draft.reason || closed,
    sent: ui.sent === "place",
  });
  return {
    top: tray(view, rules, ui),
    acts: acts([
      draft.count
        ? act({ id: "clear", do: "clear", words: t("Clear"), detail: t("all spots"), key: "C", also: again ? "B" : "" })
        : again
        ? act({ id: "again", do: "again", words: t("Rebet"), detail: again.total, key: "B" })
        : ready(view, t("Sit out")) ??
          act({
            id: "clear",
            do: "clear",
            words: t("Clear"),
            detail: t("nothing to clear"),
            key: "C",
            refused: t("nothing to clear"),
          }),
      place,
    ]),
    note: draft["too-little"] ? warned(draft.later) : draft.later ? note(draft.later) : note(),
  };
}

const warned = (words) =>
  h("p", { class: "note foul", "data-key": "note", title: words }, icon("warning"), h("span", {}, words));

// A tool beside the chips; closed, it keeps the focus and says why.
function chipTool(id, words, key, title, refused, more = {}) {
  const why = refused || null;
  return h("button", {
    class: "chiptool",
    type: "button",
    "data-key": id,
    "data-do": id,
    "data-hot": key,
    "data-group": "tools",
    "aria-keyshortcuts": key,
    title: why ?? title,
    "aria-label": `${title}${why ? `: ${why}` : ""}`,
    "aria-disabled": why ? "true" : null,
    "data-why": why,
    ...more,
  }, words);
}

function tray(view, rules, ui) {
  const draft = view.draft;
  const most = draft.most[ui.spot] ?? draft.most[rules.ante];
  return h(
    "div",
    { class: "tray", "data-key": "tray" },
    chipRow(rules, ui),
    h(
      "div",
      { class: "chiptools", "data-key": "tools", role: "group", "aria-label": t("Chips on the layout") },
      chipTool("undo", t("Undo"), "Z", t("Undo the last chip"), draft.undo),
      chipTool(
        "taking",
        t("Take"),
        "T",
        t("Take chips back: press a spot"),
        draft.count || ui.taking ? "" : t("no chips lie there"),
        { "aria-pressed": String(ui.taking) },
      ),
      chipTool("double", t("Double"), "D", t("Double all wagers"), draft.double),
      chipTool(
        "most",
        t("Max"),
        "X",
        t("The most on {wager}: {amount}", { wager: ui.spotName, amount: most.text }),
        most.refused,
      ),
    ),
  );
}

function chipRow(rules, ui) {
  return h(
    "div",
    { class: "chips", "data-key": "chips", role: "radiogroup", "aria-label": t("Chip") },
    rules.chips.map((chip, at) =>
      h("button", {
        class: "chip",
        type: "button",
        role: "radio",
        "aria-checked": String(ui.chip === chip.cents),
        "data-do": "pick",
        "data-chip": chip.cents,
        "data-group": "chips",
        "aria-label": t("{amount} chip, key {key}", { amount: chip.text, key: at + 1 }),
        "data-key": chip.cents,
      }, h("chip-stack", { chips: chip.cents }))
    ),
    h(
      "form",
      { class: "typed", "data-submit": "typed", "data-key": "typed" },
      h(
        "label",
        {},
        h("span", { class: "vh" }, t("Amount on the chosen spot")),
        h("input", {
          name: "amount",
          inputmode: "decimal",
          placeholder: t("Amount"),
          autocomplete: "off",
          "data-live": true,
          "aria-label": ui.spotName ? t("Amount on {wager}", { wager: ui.spotName }) : t("Amount on the chosen spot"),
        }),
      ),
    ),
  );
}

function broke(ui) {
  const purse = ui.purse;
  if (!purse) return { note: note() };
  if (!purse.poor && !purse.ways.length) return elsewhere(purse);
  if (purse.poor) {
    return {
      top: lead(t("You are out of chips, and your purse is empty.")),
      note: note(),
      acts: acts([
        act({ id: "leave", do: "leave", words: t("Stand up"), detail: t("back to the lobby") }),
        act({
          id: "money",
          do: "money",
          words: t("Take play money"),
          detail: t("enough to go on"),
          main: true,
          key: "Enter",
        }),
      ]),
    };
  }
  return {
    top: lead(tp("You have no chips here. Buy in from your purse of {amount}.", { amount: h("b", {}, purse.wallet) })),
    note: note(),
    acts: acts(
      purse.ways.map((way, at) =>
        act(
          { id: `buy${way.cents}`, do: "buy", words: way.text, detail: t("buy in"), main: true, key: String(at + 1) },
          { "data-cents": way.cents },
        )
      ),
    ),
  };
}
