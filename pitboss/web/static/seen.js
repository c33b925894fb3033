// What this page saw of a table, stored where a reload does not reach it: the seals while bets were taken, in the order in which they were
// shown (the first binds the round), the shuffles in the middle of a round with their clauses, the cards and numbers that came, and the
// numbers that its player added. A proof that comes later is checked against this, and not against itself.

const PREFIX = 'pitboss.seen.';
const ROUNDS = 120;
const RECORDS = 1500;
const BACK = '??';

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* It holds as long as this page is open. */ }
}

const keyOf = (table, round) => `${PREFIX}${table}/${round}`;
const addedKey = (table) => `${PREFIX}${table}/added`;

/** Rounds of long ago make room. */
function forget() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && !key.endsWith('/added'));
  if (keys.length <= RECORDS) return;
  const oldest = keys.map((key) => [read(key)?.at ?? 0, key]).sort(([a], [b]) => a - b);
  for (const [, key] of oldest.slice(0, keys.length - RECORDS / 2)) localStorage.removeItem(key);
}

const blank = () => ({
  at: Date.now(), open: false, seals: [], shuffles: [], late: [], bare: [], reshuffled: {}, shown: {}, places: {}, sizes: {},
  wheel: '', pack: '', cut: null, expects: [], dealt: [], hands: {}, came: [], whole: false, over: false, next: [],
});

/** The record of a round; a page of before stored fewer fields. */
function recordOf(table, round) {
  const stored = read(keyOf(table, round));
  return stored && { ...blank(), ...stored, next: Array.isArray(stored.next) ? stored.next : [] };
}

/** What this page knows of a round, with the numbers that were added and how many cards came in rounds before. */
export function keptOf(table, round) {
  const record = recordOf(table, round);
  if (!record) return null;
  const counts = {};
  for (let n = Math.max(1, round - ROUNDS); n < round; n += 1) {
    const other = read(keyOf(table, n));
    if (other?.whole && other.shuffles.some((digest) => record.shuffles.includes(digest))) {
      counts[n] = other.dealt.reduce((sum, { cards }) => sum + cards.length, 0);
    }
  }
  const { at, whole, next, ...kept } = record;
  return { ...kept, counts, numbers: read(addedKey(table))?.numbers ?? {} };
}

/** Faces come to light; what was seen once is never written over. */
function merge(record, events) {
  const dealt = events.filter(({ kind }) => kind === 'dealt');
  dealt.forEach(({ to, cards }, n) => {
    const deal = record.dealt[n];
    if (!deal) record.dealt.push({ to, cards: [...cards] });
    else deal.cards = deal.cards.map((card, place) => (card === BACK && cards[place] ? cards[place] : card));
  });
  for (const { hand, cards } of events.filter(({ kind }) => kind === 'shown')) lies(record, hand, cards);
  events.filter(({ kind }) => kind === 'came').forEach(({ result }, n) => { record.came[n] ??= result; });
}

/** Cards that were dealt face down and are seen now. */
function lies(record, hand, cards) {
  const down = record.dealt.some(({ to, cards: came }) => to === hand && came.includes(BACK));
  if (down && (record.hands[hand]?.length ?? 0) < cards.length) record.hands[hand] = [...cards];
}

const push = (list, digest) => { if (digest && !list.includes(digest)) list.push(digest); };

/** Bets are taken. What is shown first binds the round, unless wagers lay there already; of a shoe, the place of the next card too. */
function before(record, { seal, digest, wagers, place, wheel, pack, cut }) {
  record.wheel ||= wheel ?? '';
  record.pack ||= pack ?? '';
  record.cut ??= cut ?? null;
  const sealed = seal?.current ? seal.digest : '';
  // Wagers lie there, and neither an earlier view of these bets had a seal nor perhaps this one.
  const bare = (known, now) => wagers?.length > 0 && !known.length && (record.open || !now);
  if (bare(record.seals, sealed)) push(record.bare, 'seal');
  if (bare(record.shuffles, digest)) push(record.bare, 'cards');
  record.open = true;
  push(record.seals, sealed);
  push(record.shuffles, digest);
  if (digest && Number.isInteger(place)) record.places[digest] ??= [place, record.dealt.reduce((sum, { cards }) => sum + cards.length, 0)];
}

/** Shuffles in the middle of the round, each with the clause that requires it. */
function again(record, { reshuffled = [] }) {
  for (const { digest, clause } of reshuffled) record.reshuffled[digest] ??= clause;
}

/** The deck of the next hand: the first of its size, with the number that was shown last. */
function nextDeck(decks, { digest, size, number }) {
  const known = decks.find((deck) => deck.size === size);
  if (!known) decks.push({ digest, size, number });
  else if (known.digest === digest) known.number = number;
}

export class Seen {
  constructor(table) {
    this.table = table;
    this.records = new Map();
    this.added = read(addedKey(table)) ?? { numbers: {}, waits: null };
    forget();
  }

  record(round) {
    if (!this.records.has(round)) this.records.set(round, recordOf(this.table, round) ?? blank());
    return this.records.get(round);
  }

  keep(round, before) {
    const record = this.record(round);
    if (JSON.stringify(record) !== before) write(keyOf(this.table, round), record);
    if (this.records.size > 4) this.records.delete(Math.min(...this.records.keys()));
    localStorage.removeItem(keyOf(this.table, round - ROUNDS));
  }

  change(round, act) {
    const before = JSON.stringify(this.record(round));
    act(this.record(round));
    this.keep(round, before);
  }

  /** A view of a table against the house, with the cards of this page's own player. */
  look(view, mine) {
    const { round, seal, digest, last } = view;
    if (last && last.round < round) this.over(last);
    this.change(round, (record) => {
      merge(record, view.events ?? []);
      if (view.betting) before(record, view);
      else {
        if (seal && !record.seals.includes(seal.digest)) push(record.late, seal.digest);
        if (digest && !record.shuffles.includes(digest)) push(record.late, digest);
      }
      if (seal?.waits) record.shown[seal.digest] = seal.number;
      again(record, view);
      for (const [hand, cards] of Object.entries(mine.round === round ? mine.hands : {})) lies(record, hand, cards);
    });
    this.expect(view, (was) => was.came.length > 0 || !was.shuffles.length || Object.keys(was.reshuffled).length > 0);
  }

  over(last) {
    const lastRecord = this.records.get(last.round) ?? recordOf(this.table, last.round);
    if (!lastRecord || lastRecord.whole) return;
    this.change(last.round, (record) => {
      const events = last.told ?? [];
      merge(record, events);
      again(record, last);
      record.over = true;
      record.whole = !events.some(({ kind }) => ['ruled', 'referred'].includes(kind));
    });
  }

  /** A view of a table between players: what is sealed now is the deck of the next hand. The first that is shown binds that hand; if its
      game is changed to one with a deck of another size, the first of that size does. */
  lookAtHand(view, mine) {
    const handBefore = this.records.get(view.round - 1) ?? recordOf(this.table, view.round - 1);
    this.change(view.round, (record) => {
      for (const { digest, size, number } of handBefore?.next ?? []) {
        record.open = true;
        push(record.seals, digest);
        record.sizes[digest] = size;
        record.shown[digest] = number;
      }
      if (view.playing) push(record.late, view.digest);
      if (view.seal?.waits) nextDeck(record.next, view.seal);
      const cardsBefore = new Set(record.dealt.flatMap(({ cards }) => cards));
      const fresh = (to, cards) => {
        const seen = cards.filter((card) => card !== BACK && !cardsBefore.has(card));
        if (seen.length && view.playing) record.dealt.push({ to, cards: seen });
      };
      fresh('own', Object.values(mine.round === view.round ? mine.hands : {}).flat());
      fresh('board', (view.boards ?? []).flat());
    });
    this.expect(view, () => false);
  }

  /** A number was added: the seal it was added to must be the one that is used next. */
  add({ digest, number }, round) {
    this.added.numbers[digest] = number;
    const digests = Object.keys(this.added.numbers);
    if (digests.length > 100) delete this.added.numbers[digests[0]];
    this.added.waits = { digest, round };
    write(addedKey(this.table), this.added);
  }

  expect({ round, seal }, sameRound) {
    const { waits } = this.added;
    if (!waits) return;
    if (seal?.digest === waits.digest && seal.waits) {
      if (waits.round === round) return;
      waits.round = round;
    } else {
      this.added.waits = null;
      const used = sameRound(this.record(waits.round)) ? waits.round : waits.round + 1;
      if (used === round || used === round - 1) this.change(used, (record) => push(record.expects, waits.digest));
    }
    write(addedKey(this.table), this.added);
  }
}
