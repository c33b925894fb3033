// Beside a table between players: what happened, the last hands step by step, and the proof of their decks.

import { h, money, signed, short, clockTime } from './dom.js';
import { clauseChip } from './clause.js';
import { cardRow } from './cards.js';
import { PokerFelt } from './poker_felt.js';

const MOST_HANDS = 12;

function line(event, me) {
  const cards = event.cards?.length && ['board', 'dealt', 'shown', 'seen'].includes(event.kind) && !event.cards.includes('??') ? cardRow(event.cards) : null;
  const text = cards ? event.text.replace(event.cards.join(' '), '').replace(/[:\s]+$/, '') : event.text;
  return h('li', { class: `event ${event.kind}${event.player === me ? ' mine' : ''}` }, h('span', { class: 'text' }, text), cards, clauseChip(event.clause));
}

export function handLog() {
  const list = h('div', { class: 'log' });
  const empty = h('p', { class: 'empty dim' }, 'No hand has been dealt since you came.');
  const hands = new Map();

  function update(state) {
    if (!state?.view?.events) return;
    const { view, me, own } = state;
    if (!view.round || !view.events.length) return;
    let made = hands.get(view.round);
    if (!made) {
      made = { events: h('ol', {}), count: 0 };
      list.prepend(h('section', { class: 'log-round' }, h('h3', {}, `Hand ${view.round}`), made.events));
      hands.set(view.round, made);
    }
    for (const event of view.events.slice(made.count)) {
      const mine = event.kind === 'dealt' && event.player === me && event.cards?.includes('??') && own.length;
      if (event.kind === 'dealt' && event.cards?.includes('??') && !mine) continue;
      made.events.append(line(mine ? { ...event, text: 'your cards', cards: own.slice(0, event.cards.length) } : event, me));
    }
    made.count = Math.max(made.count, view.events.length);
    if (view.last?.round === view.round && !view.playing && !made.ended) {
      made.ended = true;
      for (const settled of view.last.lines) made.events.append(line({ ...settled, kind: 'settled win' }, me));
    }
    empty.hidden = true;
    if (hands.size > MOST_HANDS) {
      hands.delete(hands.keys().next().value);
      list.lastChild.remove();
    }
  }
  return { title: 'Log', element: h('section', {}, empty, list), update };
}

/** One hand, a step at a time, as this player saw it. */
class Replay {
  constructor(view, found, me, back) {
    this.steps = found.steps;
    this.view = view;
    this.me = me;
    this.at = 0;
    this.seat = Number(Object.entries(this.steps[0]?.view.players ?? {}).find(([, one]) => one.player === me)?.[0] ?? 0);
    this.felt = new PokerFelt({ sit: () => {} }, true);
    this.words = h('p', { class: 'step-words', 'aria-live': 'polite' });
    this.slider = h('input', { type: 'range', min: 0, max: Math.max(0, this.steps.length - 1), value: 0, 'aria-label': 'step', on: { input: () => this.go(Number(this.slider.value)) } });
    this.count = h('span', { class: 'dim' });
    const button = (label, name, change) => h('button', { type: 'button', class: 'tool', 'aria-label': name, id: `replay-${name}`, on: { click: () => this.go(this.at + change) } }, label);
    this.element = h('section', { class: 'replay' },
      h('button', { type: 'button', class: 'plain', on: { click: back } }, '← all hands'), h('h3', {}, `Hand ${found.id.split('/').pop()}`),
      h('div', { class: 'replay-felt' }, this.felt.element), h('div', { class: 'steps' }, button('‹', 'back', -1), this.slider, button('›', 'forward', 1), this.count), this.words,
      h('h3', {}, 'What was decided'), h('ol', { class: 'lines' }, found.lines.map((one) => h('li', { class: 'settled' }, h('span', { class: 'text' }, one.text), one.clauses.map(clauseChip)))),
      found.commission.amount ? h('p', {}, `The house took ${money(found.commission.amount)} `, clauseChip(found.commission.clause)) : null,
      h('h3', {}, 'Proof of the deck'), proofOf(found.proof));
    this.go(0);
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    const step = this.steps[this.at];
    if (!step) return;
    this.slider.value = String(this.at);
    this.count.textContent = `${this.at + 1}/${this.steps.length}`;
    this.words.replaceChildren(step.text, ' ', clauseChip(step.clause) ?? '');
    const own = step.view.players[this.seat]?.cards ?? [];
    this.felt.update({ ...this.view, ...step.view, seats: {}, clock: null, last: null, waiting: '', round: -this.at }, { me: this.me, seat: this.seat, own });
  }
}

export function handsPanel(link, table, state) {
  const list = h('div', {});
  const element = h('section', { class: 'rounds' }, list);
  let shown = '';

  async function refresh() {
    const { view, me } = state();
    shown = `${view.round}/${view.playing}`;
    try {
      const { rounds } = await link.ask({ t: 'rounds', table });
      list.replaceChildren(h('p', { class: 'dim' }, rounds.length ? 'Tap a hand to see it again, step by step.' : 'No hand has been played here yet.'),
        h('ol', { class: 'round-list' }, rounds.map((round) => h('li', {}, h('button', { type: 'button', data: { round: round.id }, on: { click: () => open(round.id) } },
          h('span', { class: 'dim' }, String(round.round)), h('b', {}, round.result), h('span', { class: `net ${(round.net[me] ?? 0) > 0 ? 'up' : ''}` }, me in round.net ? signed(round.net[me]) : ''), h('span', { class: 'dim' }, clockTime(round.at)))))));
    } catch (bad) {
      list.replaceChildren(h('p', { class: 'refused' }, bad.message));
    }
  }

  async function open(id) {
    const { view, me } = state();
    try {
      element.replaceChildren(new Replay(view, await link.ask({ t: 'round', id }), me, () => element.replaceChildren(list)).element);
    } catch (bad) {
      list.prepend(h('p', { class: 'refused' }, bad.message));
    }
  }

  return { title: 'Hands', element, open: refresh, update: (now) => now && element.isConnected && element.firstChild === list && shown !== `${now.view.round}/${now.view.playing}` && refresh() };
}

// -- proofs --------------------------------------------------------------------------------------------

async function hash(text) {
  const made = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The cards this player saw belong to the deck that was sealed before the hand, worked out in this browser. */
export async function holds({ digest, seals, opened }) {
  const whole = await hash(`pitboss deck 1\n${seals.join('\n')}\n`);
  const cards = await Promise.all(Object.entries(opened).map(async ([place, [card, salt]]) => (await hash(`pitboss card 1\n${place}\n${card}\n${salt}\n`)) === seals[place]));
  return whole === digest && cards.every(Boolean);
}

function proofOf(proof) {
  if (!proof) return h('p', { class: 'dim' }, 'There is none.');
  const verdict = h('p', { class: 'verdict', role: 'status' }, 'checking…');
  if (!crypto.subtle) verdict.textContent = 'This browser checks proofs only on a secure page.';
  else {
    holds(proof).then((good) => {
      verdict.textContent = good ? '✓ Every card you saw lay in the deck that was sealed before the hand.' : '✗ A card does not belong to the seal.';
      verdict.classList.add(good ? 'holds' : 'broken');
      verdict.dataset.holds = String(good);
    });
  }
  const opened = Object.entries(proof.opened);
  return h('div', { class: 'proof' }, verdict,
    h('p', { class: 'dim' }, `The deck of ${proof.seals.length} cards was sealed card by card. Opened for you: ${opened.length}; hands that nobody showed stay closed.`),
    h('dl', {}, h('div', { class: 'long' }, h('dt', {}, 'sealed before the first card'), h('dd', {}, h('code', {}, proof.digest)))),
    h('ol', { class: 'opened' }, opened.map(([place, [card]]) => h('li', {}, h('span', { class: 'dim' }, `card ${Number(place) + 1}`), ' ', card))));
}

export function deckPanel(link, table, state) {
  const seal = h('div', {});
  const past = h('div', {});
  const element = h('section', { class: 'proof-panel' },
    h('p', {}, 'Before a hand, the deck is sealed card by card, and the digest of the seals is shown here. Afterwards the cards that you saw are opened, and your browser checks them; hands that were folded unseen stay hidden.'),
    seal, h('h3', {}, 'The latest hand'), past);
  let digest = null;
  async function latest() {
    try {
      const { rounds } = await link.ask({ t: 'rounds', table });
      past.replaceChildren(rounds.length ? proofOf((await link.ask({ t: 'round', id: rounds[0].id })).proof) : h('p', { class: 'dim' }, 'None yet.'));
    } catch (bad) {
      past.replaceChildren(h('p', { class: 'refused' }, bad.message));
    }
  }
  function update() {
    const { view } = state();
    if (!view || view.digest === digest) return;
    digest = view.digest;
    seal.replaceChildren(digest ? h('dl', {}, h('div', { class: 'long' }, h('dt', {}, 'the seal of the deck in use'), h('dd', {}, h('code', {}, digest)))) : h('p', { class: 'dim' }, 'No deck is in use just now.'));
  }
  return { title: 'Proof', element, open: latest, update };
}

export const POKER_KEYS = [
  ['F', 'fold'], ['C', 'check or call'], ['R', 'choose the raise'], ['up, down', 'change its amount'], ['Enter', 'raise, once it is chosen'],
  ['D', 'give up the chosen cards, or stand pat'], ['Esc', 'close what is open'], ['?', 'this list'],
];

export function pokerKeys() {
  return { title: 'Keys', hidden: true, element: h('section', { class: 'keys' }, h('h3', {}, 'Keys'), h('dl', {}, POKER_KEYS.map(([key, does]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, does))))) };
}

/** What the last hand came to, in one line with its clauses. */
export class HandOutcome {
  constructor() {
    this.result = h('span', { id: 'result' });
    this.net = h('b', { id: 'net' });
    this.lines = h('ol', { class: 'lines', id: 'lines' });
    this.element = h('section', { class: 'outcome', 'aria-label': 'the last hand', 'aria-live': 'polite' },
      h('div', { class: 'figures' }, h('div', { class: 'figure' }, h('span', { class: 'label' }, 'last hand'), this.result), h('div', { class: 'figure' }, h('span', { class: 'label' }, 'your net'), this.net)), this.lines);
  }

  update({ view, me }) {
    const { last } = view;
    if ((last?.id ?? '') === this.shown) return;
    this.shown = last?.id ?? '';
    const net = last?.net?.[me];
    this.result.textContent = last ? `hand ${last.round}` : '–';
    this.net.textContent = net === undefined ? '–' : signed(net);
    this.net.className = net > 0 ? 'up' : '';
    const taken = last?.commission?.amount ? [h('li', { class: 'settled' }, h('span', { class: 'text' }, `commission ${short(last.commission.amount)}`), clauseChip(last.commission.clause))] : [];
    this.lines.replaceChildren(...(last?.lines ?? []).map((one) => h('li', { class: `settled ${me in one.paid ? 'win' : ''}` }, h('span', { class: 'text' }, one.text.replace(/; the house takes.*$/, '')), one.clauses.map(clauseChip))), ...taken);
  }
}
