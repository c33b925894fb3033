// The buttons of a decision: exactly what the table asks, each with its clause.

import { h, money, short } from './dom.js';
import { clauseChip } from './clause.js';
import { cents } from './credits.js';
import { cardName, groupRow } from './cards.js';
import { seen } from './felt.js';

/** One letter for each decision, the same as long as the page is open. */
class Letters {
  constructor() {
    this.names = new Map();
  }

  of(name) {
    for (const [letter, decision] of this.names) if (decision === name) return letter;
    const free = [...name.toLowerCase(), ...'abcdefghijklmnopqrstuvwxyz'].find((letter) => /[a-z]/.test(letter) && !this.names.has(letter));
    if (free) this.names.set(free, name);
    return free ?? '';
  }
}

// With more choices than this, what each means is told when it is pointed at.
const IN_FULL = 4;

/** How many choices lie side by side: at most two rows of them. */
function across(count) {
  return count <= 3 ? count : Math.ceil(count / 2);
}

/** What people call a choice; the law's word for it is beside what it means. */
const called = (option) => (option.parts ? option.parts.map(([name]) => name).join(' and ') : option.called ?? option.name);
const inLaw = (option) => (called(option) === option.name ? option.means : `${option.name}: ${option.means}`);

function marked(name, letter) {
  const at = name.toLowerCase().indexOf(letter);
  if (!letter || at < 0) return [name, letter ? h('kbd', {}, letter) : ''];
  return [name.slice(0, at), h('u', {}, name[at]), name.slice(at + 1)];
}

export class Decisions {
  /** `hint`: the line in which a hint can be asked for. */
  constructor(decide, hint) {
    this.decide = decide;
    this.hint = hint;
    this.letters = new Letters();
    this.element = h('div', { class: 'decisions', id: 'decisions', hidden: true });
    // Told to those who do not see the table: that it is their turn, and what lies there.
    this.spoken = h('p', { class: 'unseen', role: 'status', 'aria-live': 'assertive' });
    this.key = '';
    this.buttons = new Map();
  }

  /** Is this terminal's player the one who is asked? */
  static mine(view, me) {
    const { asked } = view;
    return Boolean(asked && ['choose', 'offer'].includes(asked.kind) && (asked.player === me || asked.also?.includes(me)) && me);
  }

  /** `own`: one's own cards that lie face down. */
  update(view, me, online, own = {}, named = {}) {
    const { asked } = view;
    const mine = Decisions.mine(view, me);
    this.element.hidden = !mine;
    this.hint.update(view.round, mine ? asked : null);
    if (!mine) {
      this.key = '';
      this.buttons.clear();
      this.spoken.textContent = '';
      return;
    }
    const key = JSON.stringify([view.round, asked, view.events?.length]);
    if (key !== this.key) this.draw(asked, view.limits?.unit ?? 50, openedWith(view, me));
    this.key = key;
    const said = spoken(view, own, { ...view.named, ...named });
    if (this.spoken.textContent !== said) this.spoken.textContent = said;
    for (const button of this.buttons.values()) button.disabled = !online || this.sent === key;
  }

  /** `opened`: the wager that the round was opened with, and how much of it lies there. */
  draw(asked, unit, opened) {
    this.buttons.clear();
    const options = asked.pass ? [...asked.options, { ...asked.pass, clause: '' }] : asked.options;
    const choices = options.flatMap((option, place) => this.choice(asked, option, unit, opened, place));
    // One with an amount to choose takes two places.
    const count = choices.length + choices.filter((choice) => choice.classList.contains('ranged')).length;
    this.element.replaceChildren(
      h('p', { class: 'asked' }, question(asked), ' ', clauseChip(asked.clause)),
      this.hint.element,
      h('div', { class: `choices${count > IN_FULL ? ' many' : ''}`, style: { '--across': across(count) } }, choices),
      silence(asked.silence));
  }

  /** One that puts cards together has them drawn, and is known by its number: they are others every time. */
  choice(asked, option, unit, opened, place) {
    const letter = option.parts ? `${place + 1}` : this.letters.of(called(option));
    if (option.sizes?.length) return this.sizes(asked, option, letter, opened);
    const ranged = option.most !== null && option.most !== undefined && option.least !== null && option.least !== option.most;
    const amount = ranged ? amountField(option, unit) : null;
    const fixed = moved(option);
    const pictured = option.parts ? groupRow(option.parts.map(([, cards]) => cards)) : null;
    const button = h('button', {
      type: 'button', class: `decision${pictured ? ' pictured' : ''}`, title: inLaw(option), data: { name: option.name, letter }, 'aria-keyshortcuts': letter,
      on: { click: () => this.send(asked, option, amount?.value()) },
    }, pictured, h('span', {}, pictured ? [h('kbd', {}, letter), ' ', called(option)] : marked(called(option), letter)), fixed ? h('b', {}, ` ${fixed}`) : null, option.means && !pictured ? h('small', {}, option.means) : null);
    this.buttons.set(letter, button);
    return h('div', { class: `choice${amount ? ' ranged' : ''}` }, button, amount?.element, clauseChip(option.clause));
  }

  /** Only some amounts are open: a button for each, with how many times the opening wager it is; that is its key too. The
   * letter, or a tap on the layout, means the least of them. */
  sizes(asked, option, letter, { wager, amount: once } = {}) {
    return option.sizes.map((amount, place) => {
      const times = once && amount % once === 0 ? amount / once : 0;
      const keys = [place ? '' : letter, times && times < 10 ? `${times}` : ''].filter(Boolean);
      const button = h('button', {
        type: 'button', class: 'decision', title: inLaw(option), data: { name: option.name, letter: place ? '' : letter, amount },
        'aria-keyshortcuts': keys.join(' ') || null, on: { click: () => this.send(asked, option, amount) },
      }, h('span', {}, place ? called(option) : marked(called(option), letter)), h('b', {}, ` ${short(amount)}`),
      times ? h('small', {}, `${times}× the ${wager}`) : null);
      for (const key of keys.length ? keys : [`${letter}${place}`]) this.buttons.set(key, button);
      return h('div', { class: 'choice' }, button, place ? null : clauseChip(option.clause));
    });
  }

  send(asked, option, amount) {
    this.sent = this.key;
    for (const button of this.buttons.values()) button.disabled = true;
    this.decide({ hand: asked.hand, name: option.name, ...(amount ? { amount } : {}) }).then((ok) => {
      if (ok) return;
      this.sent = '';
      for (const button of this.buttons.values()) button.disabled = false;
    });
  }

  /** Mark the choice that cards which were put together mean; "" for none. */
  point(name) {
    for (const button of this.buttons.values()) button.classList.toggle('meant', Boolean(name) && button.dataset.name === name);
  }

  /** The decision is made on the layout: a place for it was tapped. */
  pressNamed(name) {
    for (const [letter, button] of this.buttons) if (button.dataset.name === name) return this.press(letter);
    return false;
  }

  press(letter) {
    const button = this.buttons.get(letter);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  }
}

/** A player's wager that the round was opened with, on the box that is asked. */
function openedWith(view, me) {
  return (view.wagers ?? []).find(({ box, player, wager }) => wager === view.opening && player === me && box === parseInt(view.asked.hand, 10));
}

/** What a choice costs or brings back, where that is one amount. */
function moved({ moves, least, most, back }) {
  if (moves === 'back') return `${short(back)} back`;
  return moves === 'puts' && least === most ? short(most) : '';
}

/** What becomes of a decision that nobody makes. */
function silence(consequence) {
  if (!consequence) return '';
  return h('p', { class: 'silence', id: 'silence' }, `No answer: ${consequence.words} `, consequence.clause ? clauseChip(consequence.clause) : h('small', {}, '(house rule)'));
}

function question({ place, kind, options }) {
  return kind === 'offer' ? `${place}: ${options.map(called).join(' or ')}?` : `${place}: your turn`;
}

/** The question with the cards it is about. */
function spoken(view, own, named) {
  const { asked } = view;
  const hands = Object.fromEntries(Object.entries(view.hands ?? {}).map(([hand, cards]) => [hand, seen(cards, own[hand])]));
  const tell = (hand, name) => {
    const open = (hands[hand] ?? []).filter((card) => card !== '??');
    const hidden = (hands[hand] ?? []).length - open.length;
    const parts = [...open.map(cardName), hidden ? `${hidden} face down` : '', named[hand]].filter(Boolean);
    return parts.length ? `${name}: ${parts.join(', ')}.` : '';
  };
  const choices = asked.options.map(called).join(', ');
  return [asked.kind === 'offer' ? question(asked) : `${question(asked)}.`, tell(asked.hand, 'You have'), tell('board', 'Board'), tell('dealer', 'Dealer'), `${choices}.`].filter(Boolean).join(' ');
}

/** An amount between two bounds, by sliding or by typing. */
function amountField(option, unit) {
  const { least, most } = option;
  const name = called(option);
  const step = Math.max(1, unit);
  const field = h('input', { type: 'text', inputmode: 'decimal', value: money(most), 'aria-label': `amount for ${name}` });
  const label = `amount for ${name}, ${short(least)} to ${short(most)}`;
  const slider = h('input', { type: 'range', min: least, max: most, step, value: most, 'aria-label': label });
  slider.addEventListener('input', () => {
    // The largest amount may lie between two steps of the slider.
    field.value = money(Number(slider.value) + step > most ? most : Number(slider.value));
  });
  field.addEventListener('input', () => {
    const typed = cents(field.value);
    if (typed !== null) slider.value = String(typed);
  });
  return {
    element: h('div', { class: 'amount-field' }, slider, field),
    value: () => cents(field.value) ?? most,
  };
}
