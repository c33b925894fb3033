// Cards of one hand that are put together two and two: where each then lies, and the hands that do it. Whoever is asked for
// it taps two cards, or drags one to another; the choice that this means is marked in the dock, and made there.

/** Where the cards of a hand lie that has a place for each: group by group, else as they came; nothing without such places. */
export function placesOf(spots, cards, groups) {
  if (!spots || spots.length !== cards.length) return null;
  const order = groups.flatMap(([, group]) => group);
  const taken = new Set();
  const place = (code, n) => {
    const at = order.length ? order.findIndex((other, k) => other === code && !taken.has(k)) : n;
    taken.add(at);
    return spots[at < 0 ? n : at];
  };
  return cards.map(place);
}

export class Pairing {
  /** `changed`: called when other cards lie together. */
  constructor(layer, changed) {
    Object.assign(this, { layer, changed, hand: '', choices: [], picked: [], key: '' });
    layer.addEventListener('pointerdown', (event) => { this.from = this.cardAt(event.target); });
    // A tap on a card is no tap on the layout, and takes the focus from nothing.
    layer.addEventListener('mousedown', (event) => this.cardAt(event.target) && event.preventDefault());
    layer.addEventListener('pointerup', (event) => this.drop(event));
  }

  /** Is somebody asked to put cards together? Then his hand may be touched. */
  ask(view, me) {
    const { asked } = view;
    const mine = Boolean(me && asked && (asked.player === me || asked.also?.includes(me)));
    const choices = mine ? (asked.options ?? []).filter(({ parts }) => parts?.length) : [];
    const key = JSON.stringify([view.round, asked?.hand, choices.map(({ name }) => name)]);
    if (key !== this.key) Object.assign(this, { key, choices, hand: choices.length ? asked.hand : '', picked: [] });
  }

  /** The groups that whoever is asked tries, while he does. */
  tried(hand) {
    return hand && hand === this.hand ? this.choice()?.parts : undefined;
  }

  /** The choice that puts the two cards together. */
  choice() {
    if (this.picked.length < 2) return undefined;
    const codes = this.picked.map((card) => card.dataset.card).sort();
    return this.choices.find(({ parts }) => parts.some(([, group]) => JSON.stringify([...group].sort()) === JSON.stringify(codes)));
  }

  cardAt(target) {
    const card = target?.closest?.('.card');
    return card?.closest('.hand')?.dataset.hand === this.hand && this.hand ? card : null;
  }

  drop(event) {
    const from = this.from;
    this.from = null;
    if (!from) return;
    // A finger that was put down on one card is told to be on it wherever it is lifted.
    const to = this.cardAt(document.elementFromPoint(event.clientX, event.clientY)) ?? from;
    if (to !== from) this.picked = [from, to];
    else if (this.picked.includes(from)) this.picked = this.picked.filter((card) => card !== from);
    else this.picked = this.picked.length > 1 ? [from] : [...this.picked, from];
    this.mark();
    this.changed();
    this.layer.dispatchEvent(new CustomEvent('paired', { bubbles: true, detail: this.choice()?.name ?? '' }));
  }

  /** Show which cards may be touched, and which were. */
  mark() {
    for (const hand of this.layer.querySelectorAll('.hand')) {
      const mine = this.hand !== '' && hand.dataset.hand === this.hand;
      hand.classList.toggle('to-pair', mine);
      for (const card of hand.querySelectorAll('.card')) card.classList.toggle('picked', mine && this.picked.includes(card));
    }
  }
}
