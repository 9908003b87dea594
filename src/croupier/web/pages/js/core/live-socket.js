// The table's socket: a view and what changes of it, commands with a key each, and back again by itself when it is lost.

// A view after what changed of it (web/changes.py): objects hold what differs in them, "-" lists what is gone, and whatever
// did not change is the very same as before.
export function applied(before, told) {
  const made = { ...before };
  for (const [name, value] of Object.entries(told)) {
    if (name === "-") { for (const gone of value) delete made[gone]; }
    else if (isObject(value)) made[name] = applied(isObject(made[name]) ? made[name] : {}, value);
    else made[name] = value;
  }
  return made;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export class Live {
  constructor(table, hear, at = "page") {
    this.table = table;
    this.hear = hear;
    this.at = at;
    this.waiting = new Map();
    this.tries = 0;
    this.ended = false;
    this.socket = /** @type {WebSocket} */ (/** @type {unknown} */ (null));
    addEventListener("online", () => this.retry());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/${this.at}?changes=true`,
    );
    this.socket.addEventListener("message", (event) => this.got(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lost(event.code));
  }

  got(told) {
    if (told.changes) {
      this.view = applied(this.view, told.changes);
      this.hear.view(this.view);
    } else if (told.view) {
      this.view = told.view;
      const back = this.tries > 0;
      this.tries = 0;
      if (back || !this.up) this.hear.up?.(back);
      this.up = true;
      for (const [key, sent] of this.waiting) {
        if (back) this.socket.send(JSON.stringify({ command: sent.command, key }));
      }
      this.hear.view(told.view, told.purse);
    } else if (told.answer) {
      const sent = this.waiting.get(told.answer.key);
      this.waiting.delete(told.answer.key);
      sent?.done(told.answer);
    }
  }

  lost(code) {
    this.up = false;
    if (this.ended) return;
    if (code === 4401 || code === 4403 || code === 4404) {
      this.ended = true;
      this.hear.ended?.(code);
      return;
    }
    this.tries += 1;
    this.hear.down?.(this.tries);
    this.timer = setTimeout(() => this.open(), Math.min(250 * 2 ** this.tries, 5000));
  }

  retry() {
    if (this.up || this.ended || this.socket.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.open();
  }

  // The same key travels again after a lost connection, so that nothing is done twice.
  send(command) {
    const key = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    return new Promise((done) => {
      this.waiting.set(key, { command, done });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ command, key }));
    });
  }

  close() {
    this.ended = true;
    this.socket.close();
  }
}
