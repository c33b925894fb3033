// Under the table: whose turn it is, and what this player may do, exactly as the table offers it.

import { button, h, short } from './dom.js';
import { clauseChip } from './clause.js';
import { Sizes } from './poker_sizes.js';
import { awaited } from './question.js';
import './ring.js';

const LABELS = {
  fold: 'Fold', check: 'Check', call: 'Call', 'all-in': 'All-in', decline: 'Check', 'take the kitty': 'Take the kitty', show: 'Show',
  'more time': 'More time', set: 'Set these hands', straddle: 'Straddle',
};
const TIMES = ['', 'Once', 'Twice'];
const KEYS = { fold: 'F', check: 'C', call: 'C', decline: 'C', show: 'S', set: 'S', discard: 'D' };

export class PokerDock {
  constructor(acts) {
    this.acts = acts;
    this.ring = h('count-ring', { figure: 'countdown' });
    this.state = h('strong', { id: 'turn', role: 'status', 'aria-live': 'assertive' });
    this.words = h('span', { class: 'dim words' });
    this.choices = h('div', { class: 'choices' });
    this.sizes = new Sizes((name, amount) => this.send(name, amount));
    this.decisions = h('div', { class: 'decisions poker-decisions', id: 'decisions', hidden: true }, this.choices);
    const give = (command) => () => acts.give(command);
    this.tools = {
      sit: button('Sit down', () => acts.sit(), { class: 'primary', id: 'sit' }),
      ready: button('Deal now', give({ t: 'ready' }), { class: 'primary', id: 'ready' }),
      back: button("I'm back", give({ t: 'come-back' }), { class: 'primary', id: 'come-back' }),
      show: button('Show cards', () => this.send('show'), { class: 'tool', id: 'show-cards' }),
      post: button('Post', give({ t: 'come-back', post: true }), { class: 'tool', id: 'post' }),
      add: button('Add chips', () => acts.add(), { class: 'tool', id: 'add-chips' }),
      out: button('Sit out', give({ t: 'sit-out' }), { class: 'tool', id: 'sit-out' }),
      leave: button('Leave', give({ t: 'leave' }), { class: 'tool quiet', id: 'leave' }),
    };
    this.element = h('section', { class: 'dock poker-dock', 'aria-label': 'what you may do' },
      h('div', { class: 'state' }, this.ring, h('div', { class: 'said' }, this.state, this.words)),
      h('div', { class: 'doing' }, this.decisions, h('div', { class: 'tools' }, ...Object.values(this.tools))));
    this.buttons = new Map();
  }

  update(state) {
    const { view, me, seat, online } = state;
    const at = view.seats[seat];
    const hand = view.players[seat];
    const mine = view.asked?.player === me && view.asked.seat === seat;
    this.ring.clock = view.clock && (mine || view.clock.what === 'deal') ? view.clock : null;
    this.offer(state, mine);
    this.say(state, mine, at);
    const inHand = view.playing && hand?.player === me && !hand.folded;
    const hidden = !view.playing && hand?.player === me && !hand.shown && state.own.length > 0;
    const show = {
      show: hidden,
      sit: !at && view.status === 'open' && view.mode !== 'physical', back: at?.away || at?.leaving, post: at?.owes && !at.away, add: at && !inHand,
      ready: at && !at.away && !view.playing && view.clock?.what === 'deal', out: at && !at.away && !mine, leave: at && !at.leaving && !mine,
    };
    for (const [name, tool] of Object.entries(this.tools)) {
      tool.hidden = !show[name];
      tool.disabled = tool.hidden || !online || Boolean(this.sending) || (name === 'ready' && view.ready.includes(me));
    }
    if (at?.owes) this.tools.post.textContent = `Post ${short(at.owes.amount)}`;
  }

  say({ view, me, online, mine: own }, mine, at) {
    const turn = [
      [view.status === 'closed', 'Table closed'], [mine, 'Your turn'], [view.playing, view.asked?.player ? `${view.asked.player} acts` : 'The dealer'], [at, 'Next hand'],
    ].find(([holds]) => holds)?.[1] ?? 'Watching';
    if (this.state.textContent !== turn) this.state.textContent = turn;
    this.state.classList.toggle('shut', mine);
    const folded = Object.values(view.players).some(({ player, folded: out }) => player === me && out);
    const words = [
      [!online, 'offline'], [this.sending, 'sending…'], [mine, view.asked?.own_words],
      [at?.leaving, 'you leave after this hand'], [at?.away && own.ran_out, own.ran_out], [at?.away, 'you sit out'], [at && !at.stack && !view.playing, 'add chips to play on'],
      [at && awaited(view, me), awaited(view, me)], [at?.posts, 'you post after this hand'], [straddled(view), straddled(view)],
      [at?.waits, 'wait for the blind, or post'], [view.playing && folded, 'you have folded'], [!at && view.mode === 'physical', 'real cards and chips: the dealer enters what happens'], [!at, 'tap a free seat'],
    ].find(([holds]) => holds)?.[1] ?? (view.playing ? '' : view.waiting);
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /** The options of the turn, as they are: nothing that is not offered can be pressed. */
  offer(state, mine) {
    const { view, chosen } = state;
    const options = [...(mine ? view.asked.options.flatMap(boards) : []), ...beside(state)];
    const key = options.length ? JSON.stringify([view.round, view.events.length, mine && view.asked, options, [...chosen]]) : '';
    this.decisions.hidden = !options.length;
    if (key !== this.key) {
      this.key = key;
      this.buttons.clear();
      this.raising = false;
      this.choices.replaceChildren(...options.map((option) => this.choice(option, state)));
    }
    const unready = mine && view.asked.count && chosen.size !== view.asked.count;
    for (const control of this.decisions.querySelectorAll('button:not(clause-chip button), input')) {
      control.disabled = !state.online || Boolean(this.sending) || (unready && control.dataset.name === 'discard');
    }
  }

  choice(option, state) {
    const { name } = option;
    if (name === 'bet' || name === 'raise') return this.bets(option, state);
    const label = name === 'discard' ? exchange(state) : option.label ?? LABELS[name] ?? name;
    const key = KEYS[name];
    const actButton = button([
      h('span', {}, key === label[0] ? [h('u', {}, key), label.slice(1)] : label),
      option.amount ? [' ', h('b', {}, short(option.amount))] : null,
    ].flat(), () => this.send(...words(option, state)), {
      class: `decision ${name.replaceAll(' ', '-')}`, id: `act-${name.replaceAll(' ', '-')}${option.times ?? ''}`, data: { name },
      'aria-keyshortcuts': key ?? null,
    });
    if (key) this.buttons.set(key.toLowerCase(), actButton);
    return h('div', { class: 'choice' }, actButton, clauseChip(option.clause));
  }

  bets(option, { view, seat }) {
    const { bet, stack } = view.players[seat];
    const { chip, maximum } = view.limits;
    this.raising = true;
    this.sizes.offer(option, { pot: view.pot, price: view.price, mine: bet, chip, step: Math.max(chip, maximum), everything: bet + stack });
    return h('div', { class: 'choice wide' }, this.sizes.element, clauseChip(option.clause));
  }

  async send(name, amount) {
    if (this.sending) return;
    this.sending = true;
    this.acts.redraw();
    await this.acts.decide(name, amount);
    this.sending = false;
    this.acts.redraw();
  }

  /** F, C, R, arrows; true when the key meant something. Enter presses whatever was chosen. */
  press(event) {
    const key = event.key.toLowerCase();
    if (this.decisions.hidden || this.sending) return false;
    if (this.raising && ['r', 'arrowup', 'arrowdown'].includes(key)) {
      if (key !== 'r') this.sizes.nudge((key === 'arrowup' ? 1 : -1) * (event.shiftKey ? 5 : 1));
      this.sizes.button.focus();
      return true;
    }
    const actButton = this.buttons.get(key);
    if (!actButton || actButton.disabled) return false;
    actButton.click();
    return true;
  }
}

/** What is sent for an option: its words, and the amount where it has one. */
function words({ name, times }, { chosen, setting }) {
  if (name === 'discard') return [['discard', ...chosen].join(' ')];
  if (name === 'set') return [`set ${setting().map((cards) => cards.join(' ')).join('/')}`];
  return [name, times];
}

/** How often the board is dealt: a button for each number. */
function boards(option) {
  if (option.name !== 'run') return [option];
  return option.sizes.map((times) => ({ ...option, times, label: TIMES[times] ?? `${times} times` }));
}

/** What may be done before a hand: straddle it. */
function beside({ view: { straddle }, me }) {
  return straddle?.player === me ? [{ name: 'straddle', amount: straddle.amount, clause: straddle.clause }] : [];
}

function exchange({ view, chosen }) {
  if (view.asked.stage === 'discard') return chosen.size === 1 ? 'Give up this card' : 'Choose a card to give up';
  return chosen.size ? `Exchange ${chosen.size === 1 ? 'one card' : `${chosen.size} cards`}` : 'Keep all cards';
}

/** Who has announced a straddle for the next hand. */
function straddled({ playing, straddle }) {
  return playing ? '' : (straddle?.said ?? []).map(({ player, amount }) => `${player} straddles ${short(amount)}`).join(', ');
}
