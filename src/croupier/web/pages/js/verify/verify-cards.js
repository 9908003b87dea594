// Recomputes every shuffle, card and die of a journal, in the browser of whoever doubts. This one file, no imports.
// The formulas are in docs/shuffle.md; the same in Python is examples/verify_cards.py.

// Hashes: SHA-256, SHAKE-256 and BLAKE2b, each as its standard has it. 64-bit words are pairs of 32 bits, high first.

const text = (words) => new TextEncoder().encode(words);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
};

export function unhex(told) {
  if (typeof told !== "string" || !/^([0-9a-f]{2})*$/.test(told)) throw new TypeError(`${told} is not hexadecimal`);
  return Uint8Array.from(told.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUND = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

export function sha256(data) {
  const padded = new Uint8Array(((data.length + 72) >> 6) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] += value;
    });
  }
  const made = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => made.setUint32(4 * i, value));
  return new Uint8Array(made.buffer);
}

const TURNS = [];
const LANES = [];
const IOTA = [];
for (let round = 0, x = 1, y = 0, bit = 1; round < 24; round += 1) {
  [x, y] = [y, (2 * x + 3 * y) % 5];
  LANES.push(5 * y + x);
  TURNS.push((((round + 1) * (round + 2)) / 2) % 64);
  let [high, low] = [0, 0];
  for (let j = 0; j < 7; j += 1) {
    if (bit & 1) {
      if (2 ** j - 1 < 32) low |= 1 << (2 ** j - 1);
      else high |= 1 << (2 ** j - 33);
    }
    bit = (bit << 1) ^ ((bit >> 7) * 0x171);
  }
  IOTA.push([high, low]);
}

function keccak(high, low) {
  const [sumHigh, sumLow] = [new Int32Array(5), new Int32Array(5)];
  for (const [iotaHigh, iotaLow] of IOTA) {
    for (let x = 0; x < 5; x += 1) {
      sumHigh[x] = high[x] ^ high[x + 5] ^ high[x + 10] ^ high[x + 15] ^ high[x + 20];
      sumLow[x] = low[x] ^ low[x + 5] ^ low[x + 10] ^ low[x + 15] ^ low[x + 20];
    }
    for (let x = 0; x < 5; x += 1) {
      const [next, before] = [(x + 1) % 5, (x + 4) % 5];
      const h = sumHigh[before] ^ ((sumHigh[next] << 1) | (sumLow[next] >>> 31));
      const l = sumLow[before] ^ ((sumLow[next] << 1) | (sumHigh[next] >>> 31));
      for (let y = x; y < 25; y += 5) {
        high[y] ^= h;
        low[y] ^= l;
      }
    }
    let [h, l] = [high[1], low[1]];
    for (let i = 0; i < 24; i += 1) {
      const lane = LANES[i];
      const [keptHigh, keptLow] = [high[lane], low[lane]];
      const n = TURNS[i] % 32;
      if (TURNS[i] >= 32) [h, l] = [l, h];
      high[lane] = n ? (h << n) | (l >>> (32 - n)) : h;
      low[lane] = n ? (l << n) | (h >>> (32 - n)) : l;
      [h, l] = [keptHigh, keptLow];
    }
    for (let y = 0; y < 25; y += 5) {
      const [rowHigh, rowLow] = [high.slice(y, y + 5), low.slice(y, y + 5)];
      for (let x = 0; x < 5; x += 1) {
        high[y + x] = rowHigh[x] ^ (~rowHigh[(x + 1) % 5] & rowHigh[(x + 2) % 5]);
        low[y + x] = rowLow[x] ^ (~rowLow[(x + 1) % 5] & rowLow[(x + 2) % 5]);
      }
    }
    high[0] ^= iotaHigh;
    low[0] ^= iotaLow;
  }
}

export function shake256(data, size) {
  const RATE = 136;
  const padded = new Uint8Array(Math.ceil((data.length + 1) / RATE) * RATE);
  padded.set(data);
  padded[data.length] = 0x1f;
  padded[padded.length - 1] |= 0x80;
  const [high, low, view] = [new Int32Array(25), new Int32Array(25), new DataView(padded.buffer)];
  for (let block = 0; block < padded.length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane += 1) {
      low[lane] ^= view.getInt32(block + 8 * lane, true);
      high[lane] ^= view.getInt32(block + 8 * lane + 4, true);
    }
    keccak(high, low);
  }
  const made = new DataView(new ArrayBuffer(Math.ceil(size / RATE) * RATE));
  for (let block = 0; block < made.byteLength; block += RATE) {
    if (block) keccak(high, low);
    for (let lane = 0; lane < RATE / 8; lane += 1) {
      made.setInt32(block + 8 * lane, low[lane], true);
      made.setInt32(block + 8 * lane + 4, high[lane], true);
    }
  }
  return new Uint8Array(made.buffer, 0, size);
}

const IV = [
  0x6a09e667,
  0xf3bcc908,
  0xbb67ae85,
  0x84caa73b,
  0x3c6ef372,
  0xfe94f82b,
  0xa54ff53a,
  0x5f1d36f1,
  0x510e527f,
  0xade682d1,
  0x9b05688c,
  0x2b3e6c1f,
  0x1f83d9ab,
  0xfb41bd6b,
  0x5be0cd19,
  0x137e2179,
];
const SIGMA = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
]
  .map((row) => Array.from(row, (at) => parseInt(at, 16)));
const MIXED = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [
  2,
  7,
  8,
  13,
], [3, 4, 9, 14]];

// 16 bytes, with a key of up to 64 and a person of up to 16.
export function blake2b(data, key, person) {
  const OUT = 16;
  const named = new DataView(new ArrayBuffer(64));
  [OUT, key.length, 1, 1].forEach((value, at) => named.setUint8(at, value));
  new Uint8Array(named.buffer).set(person, 48);
  const h = Uint32Array.from(IV);
  for (let i = 0; i < 8; i += 1) {
    h[2 * i] ^= named.getUint32(8 * i + 4, true);
    h[2 * i + 1] ^= named.getUint32(8 * i, true);
  }
  const first = new Uint8Array(key.length ? 128 : 0);
  first.set(key);
  const whole = joined(first, data);
  const blocks = Math.max(1, Math.ceil(whole.length / 128));
  const padded = new Uint8Array(128 * blocks);
  padded.set(whole);
  const [view, v, m] = [new DataView(padded.buffer), new Uint32Array(32), new Uint32Array(32)];
  const add = (a, high, low) => {
    const sum = v[2 * a + 1] + low;
    v[2 * a] += high + (sum > 0xffffffff ? 1 : 0);
    v[2 * a + 1] = sum;
  };
  const turned = (d, a, n) => {
    const [high, low] = [v[2 * d] ^ v[2 * a], v[2 * d + 1] ^ v[2 * a + 1]];
    if (n === 63) [v[2 * d], v[2 * d + 1]] = [(high << 1) | (low >>> 31), (low << 1) | (high >>> 31)];
    else if (n === 32) [v[2 * d], v[2 * d + 1]] = [low, high];
    else [v[2 * d], v[2 * d + 1]] = [(high >>> n) | (low << (32 - n)), (low >>> n) | (high << (32 - n))];
  };
  for (let block = 0; block < blocks; block += 1) {
    const last = block === blocks - 1;
    v.set(h);
    v.set(IV, 16);
    v[25] ^= last ? whole.length : 128 * (block + 1);
    if (last) {
      v[28] = ~v[28];
      v[29] = ~v[29];
    }
    for (let i = 0; i < 16; i += 1) {
      m[2 * i] = view.getUint32(128 * block + 8 * i + 4, true);
      m[2 * i + 1] = view.getUint32(128 * block + 8 * i, true);
    }
    for (let round = 0; round < 12; round += 1) {
      const order = SIGMA[round % 10];
      MIXED.forEach(([a, b, c, d], i) => {
        const [x, y] = [order[2 * i], order[2 * i + 1]];
        add(a, v[2 * b], v[2 * b + 1]);
        add(a, m[2 * x], m[2 * x + 1]);
        turned(d, a, 32);
        add(c, v[2 * d], v[2 * d + 1]);
        turned(b, c, 24);
        add(a, v[2 * b], v[2 * b + 1]);
        add(a, m[2 * y], m[2 * y + 1]);
        turned(d, a, 16);
        add(c, v[2 * d], v[2 * d + 1]);
        turned(b, c, 63);
      });
    }
    for (let i = 0; i < 16; i += 1) h[i] ^= v[i] ^ v[i + 16];
  }
  const made = new DataView(new ArrayBuffer(OUT));
  for (let i = 0; i < OUT / 8; i += 1) {
    made.setUint32(8 * i, h[2 * i + 1], true);
    made.setUint32(8 * i + 4, h[2 * i], true);
  }
  return new Uint8Array(made.buffer);
}

// The formulas.

const DECK = Array.from("23456789TJQKA").flatMap((rank) => Array.from("cdhs", (suit) => rank + suit));
const DECKS = {
  "dj-wild": [...DECK, "Jk"],
  "face-up-pai-gow": [...DECK, "Jk"],
  "cajun-stud": DECK,
  "raise-it-up": DECK,
  "over-under": Array(6).fill(DECK).flat(),
};
const CLOCKWISE = ["seats.1", "seats.2", "seats.3", "seats.4", "seats.5", "seats.6", "dealer"];

const fields = (...parts) =>
  joined(
    ...parts.flatMap((
      part,
    ) => [Uint8Array.of(part.length >>> 24, part.length >>> 16, part.length >>> 8, part.length), part]),
  );
const contextOf = (table, told) =>
  fields(...[table, told.number, told.round, told.pack, told.of ?? "", told.clock].map((one) => text(String(one))));
const commitmentOf = (house, where) => hex(sha256(joined(text("croupier/shuffle/2/commitment"), house, where)));
const linkOf = (seed) => sha256(joined(text("croupier/shuffle/2/link"), seed));

function finalSeed(house, where, contributions) {
  const seats = Object.keys(contributions).sort((one, other) => Number(one) - Number(other));
  return sha256(
    joined(
      text("croupier/shuffle/2/seed"),
      house,
      where,
      fields(...seats.flatMap((seat) => [text(seat), unhex(contributions[seat])])),
    ),
  );
}

function orderOf(seed, deck) {
  const stream = shake256(joined(text("croupier/shuffle/1/order"), seed), 16 * deck.length + 64);
  const left = [...deck];
  const made = [];
  for (let at = 0; left.length > 1; at += 2) {
    const word = stream[at] * 256 + stream[at + 1];
    if (word < 65536 - (65536 % left.length)) made.push(...left.splice(word % left.length, 1));
  }
  return [...made, ...left];
}

const saltOf = (seed, place) => hex(blake2b(text(String(place)), seed, text("croupier/salt/1")));
const sealOf = (salt, card) => hex(blake2b(text(`${salt} ${card}`), new Uint8Array(), text("croupier/seal/1")));
const diceOf = (seed, round, sides, count) =>
  Array.from(shake256(joined(text("croupier/dice/1"), seed, text(String(round))), 64 + 32 * count))
    .filter((byte) => byte < 256 - (256 % sides)).slice(0, count).map((byte) => (byte % sides) + 1);

function deckOf(game, order) {
  if (DECKS[game]) return DECKS[game];
  const count = (card) => order.filter((one) => one === card).length;
  return [...Array(count("As")).fill(DECK).flat(), ...Array(count("Jk")).fill("Jk")];
}

// The journal.

// What is wrong with a record: `words` and what is put into them, so that a page may say it in another language.
export class Broken extends Error {
  constructor(record, words, given = {}) {
    super(words.replace(/\{(\w+)\}/g, (_, name) => given[name]));
    Object.assign(this, { record, words, given });
  }
}

const split = (told) => (told ? told.split(" ") : []);
const same = (one, other) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

class Shuffle {
  constructor(record, told) {
    this.record = record;
    this.told = told;
    this.cut = 0;
    this.at = 0;
    this.given = /** @type {any} */ (null);
    this.checks = /** @type {any[]} */ ([]);
    this.order = /** @type {any} */ (null);
    this.seed = /** @type {any} */ (null);
    this.hidden = false;
    this.mayCut = Boolean(told.of); // discards are cut when their order is fixed already
  }

  // `test` makes what is wrong, or nothing; it waits until the order is opened.
  check(record, test) {
    if (this.order === null) return this.checks.push([record, test]);
    const broken = this.hidden ? null : test();
    if (broken) throw broken;
    return 0;
  }

  place(at) {
    return (this.cut + at) % this.order.length;
  }

  card(at) {
    return this.order[this.place(at)];
  }

  differs(record, first, told) {
    const wrong = told.findIndex((card, i) => this.card(first + i) !== card);
    return wrong < 0 ? null : new Broken(record, "shows {card} where the order has {other}", {
      card: told[wrong],
      other: this.card(first + wrong),
    });
  }
}

class Verifier {
  constructor() {
    this.table = "";
    this.game = "";
    this.mark = "";
    this.entered = false;
    this.partial = false;
    this.packs = new Map();
    this.numbers = new Map();
    this.opened = new Map();
    this.layout = {};
    this.given = {};
    this.ofRound = {};
    this.hands = {};
    this.active = 0;
    this.playing = 0;
    this.closed = 0;
    this.clock = 0;
    this.seen = new Set();
    this.orders = 0;
    this.cards = 0;
    this.rounds = /** @type {any[]} */ ([]);
    this.seals = {};
    this.sealed = false;
    this.withheld = 0;
    this.own = 0;
  }

  hear(n, at, event) {
    const handler = this[event.event];
    if (
      event.event.includes("-") ||
      ["shuffled", "performed", "dealt", "discarded", "turned", "revealed"].includes(event.event)
    ) {
      if (handler && !this.entered) handler.call(this, n, event);
    }
    this.clock = at;
  }

  fresh(n, what, value) {
    if (this.seen.has(`${what} ${value}`)) {
      throw what === "seed"
        ? new Broken(n, "its seed was used before")
        : new Broken(n, "its commitment was used before");
    }
    this.seen.add(`${what} ${value}`);
  }

  "table-opened"(_, event) {
    Object.assign(this, {
      table: event.table,
      game: event.game,
      mark: event.mark ?? "",
      entered: event.cards === "entered",
      sealed: event.readings["open-order"] === "regulator" ||
        ((event.readings["open-order"] ?? "by-money") === "by-money" && event.money === "real"),
    });
  }

  "wager-placed"(n, event) {
    const own = (this.layout[event.seat] ??= {});
    if (event.wager !== "match-play") own[event.wager] = (own[event.wager] ?? 0) + event.amount;
    if (event.contribution) this.given[event.seat] = [n, event.contribution];
    else if (!Object.values(own).some(Boolean)) delete this.given[event.seat];
  }

  "round-began"(n, event) {
    const pack = this.packs.get(event.pack);
    const counts = ([seat, [at]]) => seat in event.wagers && at > (pack?.record ?? 0); // what came before the commitment does not
    const given = Object.fromEntries(Object.entries(this.given).filter(counts).map(([seat, [, told]]) => [seat, told]));
    if (!same(event.contributions ?? {}, given)) {
      throw new Broken(n, "has not the contributions that came with the wagers");
    }
    Object.assign(this, { active: event.pack, playing: event.round, hands: {}, layout: {}, given: {}, ofRound: given });
    if (!pack || pack.given !== null) return;
    pack.given = given;
    if (pack.told.scheme === 2) {
      this.rounds.push({
        round: event.round,
        given: Object.keys(given).length,
        players: Object.keys(event.wagers).length,
        contributions: Object.values(given),
      });
    }
  }

  "round-closed"(_, event) {
    Object.assign(this, { closed: event.round, playing: 0, hands: {} });
  }

  "table-closed"(n) {
    for (const pack of this.packs.values()) {
      if (pack.at && pack.order === null) throw new Broken(n, "closes the table, and an order was never opened");
    }
  }

  shuffled(n, event) {
    const before = this.packs.get(event.pack);
    if (before && before.order === null) {
      throw new Broken(n, "shuffles again, and the order of record {record} was never opened", {
        record: before.record,
      });
    }
    if (event.scheme === 2) {
      const begins = this.partial && !this.packs.size;
      const number = this.numbers.has(event.pack) ? this.numbers.get(event.pack) + 1 : this.partial ? null : 1;
      const due = {
        number,
        round: this.playing || (begins ? null : this.closed + 1),
        clock: begins ? null : this.clock,
      };
      for (const name of Object.keys(due)) {
        if (due[name] !== null && event[name] !== due[name]) {
          throw new Broken(n, "its commitment is for {name} {told}, and this is {name} {due}", {
            name,
            told: event[name],
            due: due[name],
          });
        }
      }
      this.numbers.set(event.pack, event.number);
    } else if ((event.scheme ?? 1) !== 1 || this.numbers.has(event.pack)) {
      throw new Broken(n, "its commitment is of another scheme");
    }
    this.fresh(n, "commitment", event.commitment);
    const pack = new Shuffle(n, event);
    this.packs.set(event.pack, pack);
    if (this.playing) pack.given = event.of ? this.ofRound : null;
  }

  performed(n, event) {
    if (event.step === "shake") this.shaken(n, event.value);
    if (event.step === "load" && "pack" in event) this.active = event.pack;
    const pack = this.packs.get(event.pack);
    if (event.step === "recut" && pack) pack.mayCut = true;
    if (event.step !== "cut" || !pack) return;
    if (pack.given !== null && !pack.mayCut) {
      throw new Broken(n, "cuts the cards when their order was fixed, and no recut was ordered");
    }
    pack.cut += event.value;
    pack.mayCut = false;
  }

  "order-opened"(n, event) {
    const pack = this.packs.get(event.pack);
    if (!pack && this.partial) return;
    if (!pack || pack.order !== null || pack.told.commitment !== event.commitment) {
      throw new Broken(n, "opens no order that was committed to");
    }
    const { told } = pack;
    const [house, order] = [unhex(event.seed), split(event.order)];
    const deck = told.of ? split(told.of) : deckOf(this.game, order);
    const given = pack.given ?? {};
    if (!same(event.contributions ?? {}, given)) {
      throw new Broken(n, "its contributions are not those that fixed the order");
    }
    if (house.length !== 32) throw new Broken(n, "its seed has not 32 bytes");
    let [seed, due] = [house, ""];
    if (told.scheme === 2) {
      const where = contextOf(this.table, told);
      [seed, due] = [finalSeed(house, where, given), commitmentOf(house, where)];
      if (told.of && hex(linkOf(house)) !== this.opened.get(event.pack)) {
        throw new Broken(n, "its seed is not the one that the shuffle before committed to");
      }
    } else due = hex(sha256(joined(text("croupier/shuffle/1/commitment"), house, text(order.join(" ")))));
    if (due !== event.commitment) throw new Broken(n, "the commitment is not to this seed for this shuffle");
    if (orderOf(seed, deck).join(" ") !== order.join(" ")) throw new Broken(n, "the order is not the seed's");
    const cut = pack.cut % order.length;
    if (event.cut !== cut) {
      throw new Broken(n, "says the cards were cut at {told}, and they were cut at {cut}", { told: event.cut, cut });
    }
    this.fresh(n, "seed", event.seed);
    this.opened.set(event.pack, event.seed);
    Object.assign(pack, { seed, order });
    for (const [record, test] of pack.checks.splice(0)) pack.check(record, test);
    this.orders += 1;
    this.cards += pack.at;
  }

  // An order that was opened to the regulator alone: nothing of it can be recomputed here.
  withhold(n, at, event) {
    if (event.event !== "order-opened" || !this.sealed) {
      throw new Broken(n, "is withheld, and its table opens its orders to everyone");
    }
    const pack = this.packs.get(event.pack);
    this.clock = at;
    if (!pack) return;
    Object.assign(pack, { order: [], checks: [], hidden: true });
    this.withheld += 1;
  }

  // The own cards of whoever was given this: each must be the one that was sealed when it was dealt.
  opens({ record, cards, salts }) {
    const found = cards.map((card, i) => sealOf(salts[i], card));
    if (cards.length !== salts.length || found.join() !== (this.seals[record] ?? []).join()) {
      throw new Broken(record, "dealt other cards than those that are told as your own");
    }
    this.own += found.length;
  }

  taken(n, event) {
    const pack = this.packs.get(this.active);
    if (!pack && this.partial) return null;
    if (!pack || pack.order !== null) {
      throw new Broken(n, "deals from a pack that was not shuffled since its order was opened");
    }
    if (event.at !== pack.at) {
      throw new Broken(n, "takes a card from place {told} of the order, and place {next} is the next", {
        told: event.at,
        next: pack.at,
      });
    }
    pack.at += event.count;
    if (event.cards) pack.check(n, () => pack.differs(n, event.at, split(event.cards)));
    return pack;
  }

  discarded(n, event) {
    this.taken(n, event);
  }

  dealt(n, event) {
    const [pack, seals] = [this.taken(n, event), event.seals ?? []];
    if (!pack) return;
    if (pack.given === null) throw new Broken(n, "deals before the order was fixed");
    if ((seals.length || split(event.cards).length) !== event.count) {
      throw new Broken(n, "has not one card or seal for each dealt");
    }
    pack.check(n, () => {
      const wrong = seals.findIndex((seal, i) =>
        sealOf(saltOf(pack.seed, pack.place(event.at + i)), pack.card(event.at + i)) !== seal
      );
      return wrong < 0 ? null : new Broken(n, "has a seal that is not of the card at place {place} of the order", {
        place: event.at + wrong,
      });
    });
    this.seals[n] = seals;
    for (let i = 0; i < event.count; i += 1) {
      (this.hands[event.to] ??= []).push({ pack, at: event.at + i, seal: seals[i] ?? "" });
    }
  }

  turned(n, event) {
    this.shown(n, event.to, event.first, event);
  }

  revealed(n, event) {
    this.shown(n, `seats.${event.seat}`, 0, event);
  }

  shown(n, to, first, event) {
    const [told, salts] = [split(event.cards), [...(event.salts ?? [])]];
    const lying = (this.hands[to] ?? []).slice(first, first + told.length);
    if (!lying.length && this.partial) return;
    if (lying.length !== told.length || salts.length !== lying.filter((one) => one.seal).length) {
      throw new Broken(n, "shows other cards than lie there, or has not a salt for each that was sealed");
    }
    told.forEach((card, i) => {
      const { pack, at, seal } = lying[i];
      const salt = seal ? salts.shift() : "";
      if (seal && sealOf(salt, card) !== seal) {
        throw new Broken(n, "shows {card}, which is not the card that was sealed", { card });
      }
      pack.check(
        n,
        () =>
          pack.differs(n, at, [card]) ||
          (salt && salt !== saltOf(pack.seed, pack.place(at))
            ? new Broken(n, "has another salt than the seed gives")
            : null),
      );
    });
  }

  shaken(n, value) {
    const [pack, round] = [this.packs.get(this.active), this.playing];
    if (pack?.told.scheme !== 2) return;
    pack.check(n, () => {
      const generated = "generator" in value;
      const due = generated ? diceOf(pack.seed, round, 7, 1) : diceOf(pack.seed, round, 6, 3);
      const told = generated ? [value.generator] : value.dice;
      if (told.join() !== due.join()) {
        return new Broken(n, "shows the dice {told}, and the seed gives {due}", { told, due });
      }
      const total = due.reduce((sum, one) => sum + one);
      return value.total === total && value.position === CLOCKWISE[(21 - total) % 7]
        ? null
        : new Broken(n, "finds another starting position than the dice give");
    });
  }
}

// What a journal's bytes prove; `Broken` at the first record that is not as the seeds give it. A stretch of records may
// follow the first two lines.
export function verify(data) {
  const verifier = new Verifier();
  /** @type {[Uint8Array | null, number, number]} */
  let [before, expected, records] = [new Uint8Array(32), 0, 0];
  for (let at = 0; at < data.length;) {
    const found = data.indexOf(10, at);
    const line = data.subarray(at, found < 0 ? data.length : found);
    at += line.length + 1;
    let record;
    try {
      record = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    } catch {
      throw new Broken(expected, "is no record");
    }
    if (record.own) {
      record.own.forEach((told) => verifier.opens(told));
      continue;
    }
    const digest = new TextDecoder().decode(line.subarray(-66, -2));
    if (record.n !== expected && expected === 2) [verifier.partial, expected, before] = [true, record.n, null];
    if (record.n !== expected) throw new Broken(expected, "is numbered {n}", { n: record.n });
    if (before && !record.withheld && hex(sha256(joined(before, line.subarray(0, -75)))) !== digest) {
      throw new Broken(expected, "its hash is not that of its bytes and the record before it");
    }
    if (record.event) {
      try {
        if (record.withheld) verifier.withhold(record.n, record.at, record.event);
        else verifier.hear(record.n, record.at, record.event);
      } catch (error) {
        if (error instanceof Broken) throw error;
        throw new Broken(record.n, "tells of cards as no table could: {error}", { error: error.message });
      }
    }
    [before, expected, records] = [unhex(digest), expected + 1, records + 1];
  }
  if (!expected) throw new Broken(0, "is missing: the file is empty");
  const waiting = [...verifier.packs.values()].filter((pack) => pack.order === null).reduce(
    (sum, pack) => sum + pack.at,
    0,
  );
  return {
    records,
    table: verifier.table,
    game: verifier.game,
    mark: verifier.mark,
    partial: verifier.partial,
    entered: verifier.entered,
    orders: verifier.orders,
    cards: verifier.cards,
    waiting,
    withheld: verifier.withheld,
    own: verifier.own,
    rounds: verifier.rounds,
  };
}
