// Under the table: whose turn it is, and what this player may do, exactly as the table offers it.

import { h, money, short } from './dom.js';
import { clauseChip } from './clause.js';
import { cents } from './credits.js';
import './ring.js';

const LABELS = { fold: 'Fold', check: 'Check', call: 'Call', bet: 'Bet', raise: 'Raise to', decline: 'Leave it', 'take the kitty': 'Take the kitty', show: 'Show', 'more time': 'More time', run: 'Run' };
const KEYS = { fold: 'F', check: 'C', call: 'C', decline: 'C', bet: 'R', raise: 'R', show: 'S', discard: 'D', set: 'S' };

/** The amounts a bet may come to: a slider, a field, parts of the pot; or a button for each, where there are few. */
class Sizes {
  constructor(commit) {
    this.commit = commit;
    this.slider = h('input', { type: 'range', 'aria-label': 'amount', id: 'bet-slider', on: { input: () => this.set(Number(this.slider.value)) } });
    this.field = h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': 'amount', id: 'bet-amount', on: { change: () => this.set(cents(this.field.value) ?? this.to), keydown: (event) => event.key === 'Enter' && this.typed() } });
    this.parts = h('div', { class: 'parts', role: 'group', 'aria-label': 'parts of the pot' });
    this.button = h('button', { type: 'button', class: 'decision raise', id: 'raise', 'aria-keyshortcuts': 'R', on: { click: () => this.commit(this.option.name, this.to) } });
    this.element = h('div', { class: 'sizes' }, h('div', { class: 'amounts' }, this.slider, this.field), this.parts, this.button);
  }

  typed() {
    this.set(cents(this.field.value) ?? this.to);
    this.commit(this.option.name, this.to);
  }

  offer(option, { pot, price, mine, chip, step, everything }) {
    this.option = option;
    Object.assign(this, { chip, mine, step, everything });
    const { least, most, sizes = [] } = option;
    Object.assign(this.slider, { min: least, max: most, step: 1 });
    const call = Math.max(0, price - mine);
    const part = (share) => this.fit(price + Math.round((pot + call) * share));
    const choices = sizes.length ? sizes.map((to) => [short(to), to]) : [['least', least], ['½ pot', part(0.5)], ['¾', part(0.75)], ['pot', part(1)], [most === everything ? 'all-in' : 'most', most]];
    const shown = choices.filter(([, to], n) => n === 0 || n === choices.length - 1 || (to > least && to < most));
    this.parts.replaceChildren(...(least === most ? [] : shown.map(([label, to]) => h('button', { type: 'button', class: 'part', data: { to }, on: { click: () => this.set(to) } }, label))));
    this.slider.hidden = least === most || sizes.length > 0;
    this.field.hidden = this.slider.hidden;
    this.set(least);
  }

  /** A legal amount near this one. */
  fit(to) {
    const { least, most, sizes = [] } = this.option;
    if (sizes.length) return sizes.reduce((best, one) => (Math.abs(one - to) < Math.abs(best - to) ? one : best));
    const whole = to - ((to - this.mine) % this.chip);
    return Math.max(least, Math.min(most, to >= most ? most : whole));
  }

  set(to) {
    this.to = this.fit(to);
    this.slider.value = String(this.to);
    this.field.value = money(this.to);
    const all = this.to === this.everything ? ' · all-in' : '';
    this.button.replaceChildren(h('u', {}, LABELS[this.option.name][0]), LABELS[this.option.name].slice(1), ' ', h('b', {}, short(this.to)), all);
    for (const part of this.parts.children) part.setAttribute('aria-pressed', String(Number(part.dataset.to) === this.to));
  }

  nudge(steps) {
    this.set(this.to + steps * this.step);
  }
}

export class PokerDock {
  constructor(acts) {
    this.acts = acts;
    this.ring = h('count-ring', { figure: 'countdown' });
    this.state = h('strong', { id: 'turn', role: 'status', 'aria-live': 'assertive' });
    this.words = h('span', { class: 'dim words' });
    this.choices = h('div', { class: 'choices' });
    this.sizes = new Sizes((name, amount) => this.send(name, amount));
    this.asked = h('div', { class: 'decisions poker-decisions', id: 'decisions', hidden: true }, this.choices);
    const tool = (id, label, act, kind = 'tool') => h('button', { type: 'button', class: kind, id, on: { click: act } }, label);
    this.tools = {
      sit: tool('sit', 'Sit down', acts.sit, 'primary'), ready: tool('ready', 'Deal now', acts.ready, 'primary'),
      back: tool('come-back', "I'm back", () => acts.give({ t: 'come-back' }), 'primary'), post: tool('post', 'Post', () => acts.give({ t: 'come-back', post: true })),
      add: tool('add-chips', 'Add chips', acts.add), out: tool('sit-out', 'Sit out', () => acts.give({ t: 'sit-out' })), leave: tool('leave', 'Leave', () => acts.give({ t: 'leave' }), 'tool quiet'),
    };
    this.element = h('section', { class: 'dock poker-dock', 'aria-label': 'what you may do' },
      h('div', { class: 'state' }, this.ring, h('div', { class: 'said' }, this.state, this.words)), this.asked, h('div', { class: 'tools' }, ...Object.values(this.tools)));
    this.buttons = new Map();
  }

  update(state) {
    const { view, me, seat, online } = state;
    const at = view.seats[seat];
    const hand = view.players[seat];
    const mine = view.asked?.player === me && view.asked.seat === seat;
    this.ring.clock = view.clock && (mine || view.clock.what === 'deal') ? view.clock : null;
    this.offer(state, mine);
    const inHand = view.playing && hand && hand.player === me && !hand.folded;
    this.say(state, mine, at);
    const closed = view.status !== 'open';
    const show = { sit: !at && !closed, ready: Boolean(at) && !view.playing && view.clock?.what === 'deal' && !at.away, back: at?.away || at?.leaving, post: at?.owes && !at.away, add: Boolean(at) && !inHand, out: Boolean(at) && !at.away && !mine, leave: Boolean(at) && !at.leaving && !mine };
    for (const [name, tool] of Object.entries(this.tools)) {
      tool.hidden = !show[name];
      tool.disabled = !online || this.sending;
    }
    if (at?.owes) this.tools.post.textContent = `Post ${short(at.owes.amount)}`;
    if (show.ready) this.tools.ready.disabled = !online || view.ready.includes(me);
  }

  say({ view, me, online }, mine, at) {
    const acting = view.asked?.player;
    const state = view.status === 'closed' ? 'Table closed' : mine ? 'Your turn' : view.playing ? `${acting} acts` : at ? 'Next hand' : 'Watching';
    if (this.state.textContent !== state) this.state.textContent = state;
    this.state.classList.toggle('shut', mine);
    const hand = Object.values(view.players).find(({ player }) => player === me);
    const words = !online ? 'offline' : this.sending ? 'sending…'
      : at?.leaving ? 'you leave after this hand' : at?.away ? 'you sit out' : at && !at.stack && !view.playing ? 'add chips to play on'
        : mine ? view.asked.words.replace(`${me}: `, '') : view.playing && hand?.folded ? 'you have folded' : at?.waits ? 'waiting for the blind, or post' : !at ? 'tap a free seat' : view.playing ? '' : view.waiting;
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /** The options of the turn, as they are: nothing that is not offered can be pressed. */
  offer(state, mine) {
    const { view, chosen, seat } = state;
    const key = mine ? JSON.stringify([view.round, view.events.length, view.asked, [...chosen]]) : '';
    this.asked.hidden = !mine;
    for (const button of this.asked.querySelectorAll('button, input')) button.disabled = !state.online || this.sending;
    if (key === this.key) return;
    this.key = key;
    this.buttons.clear();
    this.raising = false;
    if (!mine) return this.choices.replaceChildren();
    const hand = view.players[seat];
    const made = view.asked.options.map((option) => {
      if (option.name === 'bet' || option.name === 'raise') {
        this.raising = true;
        this.sizes.offer(option, { pot: view.pot, price: view.price, mine: hand.bet, chip: view.limits.chip, step: Math.max(view.limits.chip, view.limits.maximum), everything: hand.bet + hand.stack });
        return h('div', { class: 'choice wide' }, this.sizes.element, clauseChip(option.clause));
      }
      return this.choice(option, state);
    });
    this.choices.replaceChildren(...made);
    for (const button of this.asked.querySelectorAll('button, input')) button.disabled = !state.online;
    return undefined;
  }

  choice(option, state) {
    const { name } = option;
    const label = name === 'discard' ? exchange(state) : name === 'set' ? 'Set these hands' : LABELS[name] ?? name;
    const act = () => {
      if (name === 'discard') this.send(['discard', ...state.chosen].join(' '));
      else if (name === 'set') this.send(`set ${state.setting().map((cards) => cards.join(' ')).join('/')}`);
      else this.send(name, name === 'run' ? option.least : undefined);
    };
    const button = h('button', { type: 'button', class: `decision ${name.replaceAll(' ', '-')}`, id: `act-${name.replaceAll(' ', '-')}`, 'aria-keyshortcuts': KEYS[name] ?? null, on: { click: act } },
      h('span', {}, KEYS[name] === label[0] ? [h('u', {}, label[0]), label.slice(1)] : label), option.amount ? [' ', h('b', {}, short(option.amount))] : null);
    if (name === 'discard' && view1(state) && state.chosen.size !== 1) button.dataset.wants = 'one';
    this.buttons.set(KEYS[name]?.toLowerCase() ?? name, button);
    return h('div', { class: 'choice' }, button, clauseChip(option.clause));
  }

  async send(name, amount) {
    if (this.sending) return;
    this.sending = true;
    this.acts.redraw();
    await this.acts.decide(name, amount);
    this.sending = false;
    this.acts.redraw();
  }

  /** F, C, R, arrows, Enter; true when the key meant something. */
  press(event) {
    const key = event.key.toLowerCase();
    if (this.asked.hidden || this.sending) return false;
    if (this.raising && (key === 'arrowup' || key === 'arrowdown') && event.target !== this.sizes.field) {
      this.sizes.nudge((key === 'arrowup' ? 1 : -1) * (event.shiftKey ? 5 : 1));
      this.sizes.button.focus();
      return true;
    }
    if (this.raising && key === 'r') {
      this.sizes.button.focus();
      return true;
    }
    const button = this.buttons.get(key);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  }
}

const view1 = ({ view }) => view.asked.stage === 'discard';

function exchange({ view, chosen }) {
  if (view.asked.stage === 'discard') return chosen.size === 1 ? 'Give up this card' : 'Choose a card to give up';
  return chosen.size ? `Exchange ${chosen.size === 1 ? 'one card' : `${chosen.size} cards`}` : 'Stand pat';
}

/** How many chips: a dialog for sitting down and for adding chips. */
export function askAmount({ title, least, most, usual, legal }) {
  const top = Math.max(least, most);
  const slider = h('input', { type: 'range', min: least, max: top, step: 100, value: Math.min(usual, top), 'aria-label': title });
  const field = h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', id: 'buy-in', 'aria-label': 'amount', value: money(Math.min(usual, top)) });
  slider.addEventListener('input', () => { field.value = money(Math.min(Number(slider.value), top)); });
  field.addEventListener('change', () => { slider.value = String(cents(field.value) ?? least); });
  const dialog = h('dialog', { class: 'amount-dialog', 'aria-label': title }, h('form', { method: 'dialog' },
    h('h2', {}, title), h('p', { class: 'dim' }, legal), slider, field,
    h('div', { class: 'tools' }, h('button', { value: '', class: 'tool quiet', formnovalidate: true }, 'Cancel'), h('button', { value: 'yes', class: 'primary', id: 'buy-in-yes' }, 'Take the chips'))));
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  field.select();
  return new Promise((resolve) => {
    // Enter in the field means yes; the first button of a form would say no.
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      dialog.close('yes');
    });
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'yes' ? cents(field.value) : null);
      dialog.remove();
    });
  });
}
