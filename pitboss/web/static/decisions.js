// The buttons of a decision: exactly what the table asks, each with its clause.

import { h, money, short } from './dom.js';
import { clauseChip } from './clause.js';
import { cents } from './credits.js';

/** One letter for each decision, the same as long as the page is open. */
class Letters {
  constructor() {
    this.names = new Map();
  }

  of(name) {
    for (const [letter, known] of this.names) if (known === name) return letter;
    const free = [...name.toLowerCase(), ...'abcdefghijklmnopqrstuvwxyz'].find((letter) => /[a-z]/.test(letter) && !this.names.has(letter));
    if (free) this.names.set(free, name);
    return free ?? '';
  }
}

function marked(name, letter) {
  const at = name.toLowerCase().indexOf(letter);
  if (!letter || at < 0) return [name, letter ? h('kbd', {}, letter) : ''];
  return [name.slice(0, at), h('u', {}, name[at]), name.slice(at + 1)];
}

export class Decisions {
  constructor(decide) {
    this.decide = decide;
    this.letters = new Letters();
    this.element = h('div', { class: 'decisions', id: 'decisions', hidden: true });
    this.key = '';
    this.buttons = new Map();
  }

  /** Is this terminal's player the one who is asked? */
  static mine(view, me) {
    const { asked } = view;
    return Boolean(asked && ['choose', 'offer'].includes(asked.kind) && asked.player === me && me);
  }

  update(view, me, online) {
    const { asked } = view;
    const mine = Decisions.mine(view, me);
    this.element.hidden = !mine;
    if (!mine) {
      this.key = '';
      this.buttons.clear();
      return;
    }
    const key = JSON.stringify([view.round, asked, view.events?.length, view.hint]);
    if (key !== this.key) this.draw(asked, view.limits?.unit ?? 50, view.hint);
    this.key = key;
    for (const button of this.buttons.values()) button.disabled = !online || this.sent === key;
  }

  /** `hint`: what a teaching table recommends. */
  draw(asked, unit, hint) {
    this.buttons.clear();
    const passes = asked.kind === 'offer' && !asked.options.some((option) => ['continue', 'pass', 'no'].includes(option.name));
    const options = passes ? [...asked.options, { name: 'pass', clause: '', pass: true }] : asked.options;
    this.element.replaceChildren(
      h('p', { class: 'asked' }, question(asked), ' ', clauseChip(asked.clause)),
      hint ? h('p', { class: 'hint', id: 'hint' }, hint.words, ' ', clauseChip(hint.clause)) : '',
      h('div', { class: 'choices' }, options.map((option) => this.choice(asked, option, unit))));
  }

  choice(asked, option, unit) {
    const letter = this.letters.of(option.name);
    const ranged = option.most !== null && option.most !== undefined && option.least !== null && option.least !== option.most;
    const amount = ranged ? amountField(option, unit) : null;
    const fixed = !ranged && option.most ? ` ${short(option.most)}` : '';
    const button = h('button', {
      type: 'button', class: 'decision', data: { name: option.name, letter }, 'aria-keyshortcuts': letter,
      on: { click: () => this.send(asked, option, amount?.value()) },
    }, h('span', {}, marked(option.name, letter)), fixed ? h('b', {}, fixed) : null);
    this.buttons.set(letter, button);
    return h('div', { class: 'choice' }, button, amount?.element, clauseChip(option.clause));
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

function question({ hand, kind }) {
  const place = /^\d/.test(hand) ? `Box ${hand}` : hand;
  return kind === 'offer' ? `${place}: an offer` : `${place}: your turn`;
}

/** An amount between two bounds, by sliding or by typing. */
function amountField({ name, least, most }, unit) {
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
