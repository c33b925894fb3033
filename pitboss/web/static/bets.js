// Placing chips: what is sent, what can be taken back, and what lay there last time.

const named = (wager) => wager.slot === undefined || wager.slot === wager.wager;

export class Bets {
  constructor(link, table, { changed, refused }) {
    Object.assign(this, { link, table, changed, refused });
    this.chip = 500;
    this.acts = [];
    this.sending = new Map();
    this.round = null;
    this.view = null;
    this.count = 0;
    this.opened = 0;
  }

  /** Look at a view: a new round forgets what could be undone, and closing remembers what lay there. */
  look(view, me, boxes) {
    const before = this.view;
    if (before?.betting && !view.betting) this.remember(view);
    else if (before?.betting && view.round !== before.round) this.remember(before);
    const opens = view.round !== this.round;
    Object.assign(this, { view, me, boxes, round: view.round });
    if (opens) this.acts = [];
    // Less can stand than at the opening, when some of it was taken back.
    this.opened = opens ? this.staked() : Math.min(this.opened, this.staked());
  }

  get key() {
    return `pitboss.bets.${this.me}.${this.table}`;
  }

  remember(view) {
    // With the cards a wager may have come to lie with one hand of its box.
    const later = new Set((view.kinds ?? []).filter(({ decision }) => decision).map(({ wager }) => wager));
    const opening = (view.wagers ?? []).filter((wager) => wager.player === this.me && (named(wager) || (wager.hand && !later.has(wager.wager))));
    const lay = opening.map(({ box, wager, amount }) => [box, wager, amount]);
    if (lay.length) localStorage.setItem(this.key, JSON.stringify(lay));
  }

  last() {
    return JSON.parse(localStorage.getItem(this.key) ?? '[]');
  }

  /** One's own wagers that still lie where they were placed. */
  own(view = this.view) {
    return (view?.wagers ?? []).filter((wager) => wager.player === this.me && named(wager));
  }

  lying(box, wager) {
    return this.own().find((bet) => bet.box === box && bet.wager === wager)?.amount ?? 0;
  }

  staked() {
    return (this.view?.wagers ?? []).filter((wager) => wager.player === this.me).reduce((sum, wager) => sum + wager.amount, 0);
  }

  /** Stakes that lay there when the round opened, as at craps. */
  standing() {
    return this.opened;
  }

  /** The box a tap means: the one it is on, or the player's own where the layout is everybody's. */
  boxFor(box) {
    return box || this.boxes[0] || this.firstFree() || (this.view?.first ?? 1);
  }

  firstFree() {
    const seats = this.view?.seats ?? {};
    for (let box = this.view?.first ?? 1; box <= (this.view?.boxes ?? 1); box += 1) if (!seats[box]) return box;
    return 0;
  }

  async give(command) {
    const result = await this.link.do({ ...command, table: this.table });
    if (!result.ok) this.refused(result);
    return result.ok;
  }

  /** Put wagers on a box, all of them or none, shown as "sending" until the floor has them on record. */
  async put(box, wagers) {
    this.count += 1;
    const ticket = this.count;
    this.sending.set(ticket, wagers.map(([wager, amount]) => ({ box, wager, amount })));
    this.changed();
    const placed = await this.give({ t: 'place', box, wagers });
    this.sending.delete(ticket);
    this.changed();
    return placed ? wagers.map(([wager, amount]) => [box, wager, amount]) : [];
  }

  /** What a wager always takes, where its law leaves no choice; 0 where chips say. */
  fixed(wager) {
    return (this.view?.sides ?? []).find((side) => side.wager === wager)?.stake ?? 0;
  }

  async place(box, wager) {
    const done = await this.put(this.boxFor(box), [[wager, this.fixed(wager) || this.chip]]);
    if (done.length) this.acts.push(done);
  }

  /** Several wagers on several boxes as one act, so that one undo takes them back. */
  async putAll(wagers) {
    const boxes = new Map();
    for (const [box, wager, amount] of wagers) boxes.set(box, [...(boxes.get(box) ?? []), [wager, amount]]);
    const done = await Promise.all([...boxes].map(([box, each]) => this.put(box, each)));
    if (done.flat().length) this.acts.push(done.flat());
  }

  repeat() {
    const missing = this.last()
      .map(([box, wager, amount]) => [this.moved(box), wager, amount - this.lying(this.moved(box), wager)])
      .filter(([, , amount]) => amount > 0);
    return this.putAll(missing);
  }

  /** Somebody who sits elsewhere today repeats the wagers on today's box. */
  moved(box) {
    const seats = this.view?.seats ?? {};
    return this.boxes.length === 0 || this.boxes.includes(box) || seats[box] === undefined ? box : this.boxes[0];
  }

  double() {
    const growing = this.own().filter(({ wager }) => !this.fixed(wager));
    return this.putAll(growing.map(({ box, wager, amount }) => [box, wager, amount]));
  }

  async undo() {
    const act = this.acts.pop();
    if (!act) return;
    for (const [box, wager, amount] of act) {
      const lies = this.lying(box, wager);
      if (lies) await this.give({ t: 'take', box, wager, to: Math.max(0, lies - amount) });
    }
  }

  async takeBack(box, wager) {
    if (this.lying(this.boxFor(box), wager)) await this.give({ t: 'take', box: this.boxFor(box), wager, to: 0 });
  }

  async clear() {
    this.acts = [];
    await this.give({ t: 'clear' });
  }

  pending() {
    return [...this.sending.values()].flat();
  }
}
