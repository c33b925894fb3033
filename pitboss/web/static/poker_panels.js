// Beside a table between players: what happened, the last hands step by step, and the keys.

import { button, h, money, olderRules, signed, clockTime } from './dom.js';
import { clauseChip } from './clause.js';
import { cardRow } from './cards.js';
import { PokerFelt } from './poker_felt.js';
import { proofOf } from './poker_proof.js';

const MOST_HANDS = 12;
const WITH_CARDS = ['board', 'dealt', 'kitty', 'shown', 'seen'];

function line(event, me) {
  const open = event.cards?.length && WITH_CARDS.includes(event.kind) && !event.cards.includes('??');
  return h('li', { class: `event ${event.kind}${event.player === me ? ' mine' : ''}` },
    h('span', { class: 'text' }, open ? event.heading ?? event.text : event.text), open ? cardRow(event.cards) : null, clauseChip(event.clause));
}

const faceDown = ({ kind, cards }) => (kind === 'dealt' || kind === 'kitty') && cards?.includes('??');

/** What a player is told of events: of his own cards just those that came with each, and nothing of what others were
 * dealt face down. One's own cards may come a moment after the table: what they belong to, and what follows, waits. */
export function eventsFor(events, round, me, came) {
  const cards = came?.round === round ? [...came.cards] : [];
  const shownEvents = [];
  for (const event of events) {
    const hidden = faceDown(event);
    if (hidden && event.player === me && !cards.length) return shownEvents;
    const words = event.kind === 'dealt' ? 'your cards' : event.text;
    if (hidden && event.player === me) shownEvents.push({ ...event, text: words, cards: cards.shift() });
    else shownEvents.push(hidden && event.kind === 'dealt' ? null : event);
  }
  return shownEvents;
}

export function handLog() {
  const list = h('div', { class: 'log' });
  const empty = h('p', { class: 'empty dim' }, 'No hand has been dealt since you came.');
  const hands = new Map();

  function section(round) {
    const hand = { events: h('ol', {}), count: 0 };
    list.prepend(h('section', { class: 'log-round' }, h('h3', {}, `Hand ${round}`), hand.events));
    hands.set(round, hand);
    if (hands.size > MOST_HANDS) {
      hands.delete(hands.keys().next().value);
      list.lastChild.remove();
    }
    return hand;
  }

  function update(state) {
    const { view, me, mine } = state ?? {};
    if (!view?.round || !view.events?.length) return;
    const hand = hands.get(view.round) ?? section(view.round);
    const events = eventsFor(view.events, view.round, me, mine.came);
    hand.events.prepend(...events.slice(hand.count).filter(Boolean).map((event) => line(event, me)).reverse());
    hand.count = Math.max(hand.count, events.length);
    empty.hidden = true;
  }
  return { title: 'Log', element: h('section', {}, empty, list), update };
}

/** One hand, a step at a time, as this player saw it. */
export class Replay {
  constructor(view, hand, me, back) {
    Object.assign(this, { view, me, steps: hand.steps, at: 0 });
    const players = Object.entries(this.steps[0]?.view.players ?? {});
    this.seat = Number(players.find(([, holder]) => holder.player === me)?.[0] ?? 0);
    this.felt = new PokerFelt({ sit: () => {} }, 'tall');
    this.words = h('p', { class: 'step-words', 'aria-live': 'polite' });
    this.count = h('span', { class: 'dim' });
    this.slider = h('input', {
      type: 'range', min: 0, max: Math.max(0, this.steps.length - 1), value: 0, 'aria-label': 'step',
      on: { input: () => this.go(Number(this.slider.value)) },
    });
    const turn = (label, name, change) => button(label, () => this.go(this.at + change),
      { class: 'tool', 'aria-label': name, id: `replay-${name}` });
    const settled = ({ text, clauses }) => h('li', { class: 'settled' }, h('span', { class: 'text' }, text), clauses.map(clauseChip));
    const head = [button('← all hands', back, { class: 'plain' }), h('h3', {}, `Hand ${hand.id.split('/').pop()}`)];
    const decided = [h('h3', {}, 'What was decided'), hand.headline ? h('p', { class: 'headline' }, hand.headline) : null, h('ol', { class: 'lines' }, hand.lines.map(settled)),
      hand.commission.amount ? h('p', {}, `The house took ${money(hand.commission.amount)} `, clauseChip(hand.commission.clause)) : null];
    this.element = hand.older ? h('section', { class: 'replay' }, ...head, olderRules(hand), ...decided) : h('section', { class: 'replay' }, ...head,
      h('div', { class: 'replay-felt' }, this.felt.element),
      h('div', { class: 'steps' }, turn('‹', 'back', -1), this.slider, turn('›', 'forward', 1), this.count), this.words,
      ...decided, h('h3', {}, 'Proof of the deck'), proofOf(hand.proof));
    this.go(0);
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    const step = this.steps[this.at];
    if (!step) return;
    this.slider.value = String(this.at);
    this.count.textContent = `${this.at + 1}/${this.steps.length}`;
    this.words.replaceChildren(step.text, ' ', clauseChip(step.clause) ?? '');
    const { players } = step.view;
    const seats = Object.fromEntries(Object.entries(players).map(([seat, { player, stack }]) => [seat, { player, stack }]));
    this.felt.update({ ...this.view, ...step.view, seats, clock: null, last: null, waiting: '', round: -this.at },
      { me: this.me, seat: this.seat, own: players[this.seat]?.cards ?? [] });
  }
}

export function handsPanel(link, table, state) {
  const list = h('div', {});
  const element = h('section', { class: 'rounds' }, list);
  let shown = '';

  function row({ id, round, result, why, net, at }, me) {
    const mine = h('span', { class: `net ${net[me] > 0 ? 'up' : ''}` }, me in net ? signed(net[me]) : '');
    return h('li', {}, button([h('span', { class: 'dim' }, String(round)), h('b', {}, why ? `${result}: ${why}` : result), mine, h('span', { class: 'dim' }, clockTime(at))],
      () => open(id), { data: { round: id } }));
  }

  async function refresh() {
    const { view, me } = state();
    shown = `${view.round}/${view.playing}`;
    try {
      const { rounds } = await link.ask({ t: 'rounds', table });
      const words = rounds.length ? 'Tap a hand to see it again, step by step.' : 'No hand has been played here yet.';
      list.replaceChildren(h('p', { class: 'dim' }, words, ' ', h('a', { href: '/you' }, 'All you have played')), h('ol', { class: 'round-list' }, rounds.map((round) => row(round, me))));
    } catch (bad) {
      list.replaceChildren(h('p', { class: 'refused' }, bad.message));
    }
  }

  async function open(id) {
    const { view, me } = state();
    try {
      const hand = await link.ask({ t: 'round', id });
      element.replaceChildren(new Replay(view, hand, me, () => element.replaceChildren(list)).element);
    } catch (bad) {
      list.prepend(h('p', { class: 'refused' }, bad.message));
    }
  }

  function update(now) {
    if (now && element.isConnected && element.firstChild === list && shown !== `${now.view.round}/${now.view.playing}`) refresh();
  }
  return { title: 'Hands', element, open: refresh, update };
}

const KEYS = [
  ['F', 'fold'], ['C', 'check or call'], ['R', 'choose the raise'], ['up, down', 'change its amount'],
  ['Enter', 'raise, once it is chosen'], ['D', 'give up the chosen cards, or stand pat'], ['Esc', 'close what is open'], ['?', 'this list'],
];

export function pokerKeys() {
  const rows = KEYS.map(([key, does]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)));
  return { title: 'Keys', hidden: true, element: h('section', { class: 'keys' }, h('h3', {}, 'Keys'), h('dl', {}, rows)) };
}
