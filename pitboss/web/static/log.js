// What happened, in words, the newest first, each line with the clause it happened under.

import { h, money, signed } from './dom.js';
import { clauseChip, quietClause } from './clause.js';
import { cardRow, withSigns } from './cards.js';
import { seen } from './felt.js';
import { placeName } from './layout_parts.js';

const MOST_ROUNDS = 12;

function line(event, me, own) {
  const mine = event.player === me && me;
  const outcome = event.kind === 'settled' ? ` ${event.outcome}` : '';
  const cards = event.cards?.length && ['dealt', 'shown'].includes(event.kind) ? cardRow(seen(event.cards, own)) : null;
  return h('li', { class: `event ${event.kind}${outcome}${mine ? ' mine' : ''}` },
    cards ? [h('span', { class: 'text' }, heading(event)), cards] : h('span', { class: 'text' }, withSigns(event.said ?? event.text)),
    quietClause(event.clause));
}

/** Chips that one player put down one after the other, in one line: "Ann bets 5.00 on red, 10.00 on 17". */
function bets(events) {
  const sums = new Map();
  for (const { on, amount } of events) sums.set(on, (sums.get(on) ?? 0) + amount);
  return `${events[0].player} bets ${[...sums].map(([on, sum]) => `${money(sum)}${on ? ` on ${on}` : ''}`).join(', ')}`;
}

/** Events as lines are made of them: bets of one player together, and none that only says again what was decided. */
function together(events) {
  const groups = [];
  for (const event of events) {
    const before = groups.at(-1);
    const [last] = before?.slice(-1) ?? [];
    if (event.kind === 'placed' && last?.player === event.player) {
      if (last.kind === 'chose' && last.amount === event.amount) continue;
      if (last.kind === 'placed') {
        before.push(event);
        continue;
      }
    }
    groups.push([event]);
  }
  return groups.map((group) => (group.length > 1 ? { ...group[0], said: bets(group) } : group[0]));
}

function heading(event) {
  const name = event.to ?? event.hand;
  if (name === 'discard') return 'burnt';
  return event.kind === 'shown' ? `${placeName(name)} shows` : placeName(name);
}

/** Own face-down cards of one event: those of the hand from the place where the event put them. */
function ownCards(events, event, hands) {
  const own = hands?.[event.to];
  if (!own) return undefined;
  const before = events.slice(0, events.indexOf(event)).filter((other) => other.kind === 'dealt' && other.to === event.to);
  return own.slice(before.reduce((count, other) => count + other.cards.length, 0));
}

export function logPanel() {
  const list = h('div', { class: 'log' });
  const corrected = h('p', { class: 'event mine', role: 'status', hidden: true });
  const element = h('section', {}, h('p', { class: 'empty dim' }, 'Nothing has happened at this table yet.'), corrected, list);
  const rounds = new Map();

  function draw(state) {
    const { view, me, mine } = state;
    const change = view.corrected?.changed?.[me];
    corrected.hidden = !change;
    if (change) {
      corrected.replaceChildren(`Round ${view.corrected.round} was corrected (${view.corrected.reason}): ${signed(change)} `,
        clauseChip(view.corrected.clause) ?? '');
    }
    let section = rounds.get(view.round);
    // What ended it was taken back: it goes on.
    if (section?.finished) { section.finished = 0; section.count = -1; }
    if (!section) {
      section = { events: h('ol', {}), count: -1, numbers: [] };
      section.element = h('section', { class: 'log-round' }, h('h3', {}, `Round ${view.round}`), section.events);
      rounds.set(view.round, section);
      list.prepend(section.element);
    }
    const events = view.events ?? [];
    // One's own cards may be told a moment after the table was: the lines that show them are written again.
    const own = JSON.stringify(mine.hands ?? {});
    if (events.length !== section.count || (own !== '{}' && own !== section.own)) {
      section.events.replaceChildren(...together(events).map((event) => line(event, me, ownCards(events, event, mine.hands))).reverse());
      section.numbers = events.map(({ n }) => n);
    }
    section.own = own;
    section.count = events.length;
    section.element.hidden = events.length === 0;
    // A round that ended while this page looked elsewhere is told by its settled lines.
    if (view.last && rounds.has(view.last.round)) finish(rounds.get(view.last.round), view.last, me);
    element.firstChild.hidden = [...rounds.values()].some((roundSection) => roundSection.count > 0);
    while (rounds.size > MOST_ROUNDS) {
      const oldest = rounds.keys().next().value;
      rounds.get(oldest).element.remove();
      rounds.delete(oldest);
    }
  }

  function finish(section, { told: allEvents, lines }, me) {
    const all = allEvents?.length ?? 0;
    if (section.finished >= all) return;
    const events = allEvents?.length ? allEvents : lines.map((line) => ({ kind: 'settled', ...line }));
    // What was seen while it was played had one's own cards in it; only what came after is added.
    const lastNumber = section.events.children.length && allEvents ? Math.max(-1, ...section.numbers) : -1;
    section.finished = all;
    const rest = events.filter(({ n }) => n === undefined || n > lastNumber);
    section.events.prepend(...together(rest).map((event) => line(event, me)).reverse());
    section.numbers.push(...rest.map(({ n }) => n ?? -1));
    section.count = Math.max(section.count, 1);
    section.element.hidden = false;
  }

  return { title: 'Log', element, update: (state) => state && draw(state), always: true };
}
