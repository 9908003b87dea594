// The watching page's socket: the list of tables and one table's cloth, as they change; back by itself when it is lost.

export class Feed {
  constructor(table, hear) {
    this.table = table;
    this.hear = hear;
    this.tries = 0;
    this.ended = false;
    this.socket = /** @type {WebSocket} */ (/** @type {unknown} */ (null));
    this.online = () => this.retry();
    addEventListener("online", this.online);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(
      `${scheme}://${location.host}/api/watch/socket?table=${encodeURIComponent(this.table)}`,
    );
    this.socket.addEventListener("message", (event) => {
      if (this.ended) return;
      this.tries = 0;
      this.hear.told(JSON.parse(event.data));
    });
    this.socket.addEventListener("close", (event) => this.lost(event.code));
  }

  lost(code) {
    if (this.ended) return;
    if ([4401, 4403, 4404].includes(code)) {
      this.close();
      this.hear.ended(code);
      return;
    }
    this.tries += 1;
    this.hear.down();
    this.timer = setTimeout(() => this.open(), Math.min(250 * 2 ** this.tries, 5000));
  }

  retry() {
    if (this.ended || this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.open();
  }

  close() {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.online);
    this.socket.close();
  }
}
