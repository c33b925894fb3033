// What the last round came to: a sentence first, then every line in words, each with the sign of its clause.

import { button, h, money, signed } from './dom.js';
import { quietClause } from './clause.js';
import { withSigns } from './cards.js';
import { ballPicture, colourOf, dicePicture, thrown } from './chips.js';
import { compared } from './showdown.js';
import { reviewOf } from './odds.js';
import { link } from './link.js';

const ORDER = ['win', 'stand-off', 'void', 'surrender', 'lose'];
const MANY = 6;

/** Lines in words, wins first; many losses are told as one, and in full in the log. */
function lineItems(lines) {
  const sorted = [...lines].sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  const lost = sorted.filter(({ outcome }) => outcome === 'lose');
  const together = lost.length >= MANY;
  const several = new Set(lines.map(({ place }) => place)).size > 1;
  const shown = together ? sorted.filter(({ outcome }) => outcome !== 'lose') : sorted;
  const item = (outcome, words, more, why) => h('li', { class: `settled ${outcome}`, title: why }, h('span', { class: 'text' }, words), more);
  const items = shown.map((line) => item(line.outcome, several ? `${line.words} (${line.place})` : line.words, quietClause(line.clause), line.reasons[0].words));
  if (!together) return items;
  const stake = lost.reduce((sum, line) => sum + line.stake, 0);
  const ask = (event) => event.target.dispatchEvent(new CustomEvent('panel', { bubbles: true, detail: 'log' }));
  return [...items, item('lose', `lost ${money(stake)}: ${lost.length} bets`, button('each with its clause', ask, { class: 'each' }))];
}

function picture(results, result) {
  if (results === 'wheel' && /^\d+$/.test(result)) return ballPicture(result, colourOf(result));
  const dice = results === 'dice' ? thrown(result) : [];
  return dice.length ? dicePicture(dice) : null;
}

function resultWords(results, result) {
  if (results === 'wheel' && /^\d+$/.test(result)) return `${result} ${colourOf(result)}`;
  const dice = results === 'dice' ? thrown(result) : [];
  return dice.length ? `${dice.reduce((sum, number) => sum + number, 0)}` : withSigns(result);
}

export class Outcome {
  constructor() {
    this.result = h('span', { id: 'result' });
    this.picture = h('span', { class: 'picture', 'aria-hidden': 'true' });
    this.net = h('b', { id: 'net' });
    this.bet = h('b', { id: 'previous-bet' });
    this.won = h('b', { id: 'previous-won' });
    this.headline = h('p', { class: 'headline', id: 'headline' });
    this.lines = h('ol', { class: 'lines', id: 'lines' });
    this.more = button('', () => this.more.dispatchEvent(new CustomEvent('panel', { bubbles: true, detail: 'log' })), { class: 'more', hidden: true });
    const sized = new ResizeObserver(() => this.fit());
    [this.lines, this.headline].forEach((element) => sized.observe(element));
    this.lines.addEventListener('judged', () => this.fit());
    const figure = (label, value) => h('div', { class: 'figure' }, h('span', { class: 'label' }, label), value);
    this.element = h('section', { class: 'outcome', 'aria-label': 'the last round', 'aria-live': 'polite' },
      this.picture, this.headline, h('div', { class: 'told' }, this.lines, this.more),
      h('div', { class: 'figures' }, figure('last result', this.result), figure('bet', this.bet), figure('won', this.won), figure('net', this.net)));
  }

  /** A long sentence is written smaller. Where there is no room for all lines, say so; the log has them. */
  fit() {
    const sizes = ['long', 'longer'];
    this.headline.classList.remove(...sizes);
    for (const size of sizes) {
      if (this.headline.scrollHeight > this.headline.clientHeight + 1) this.headline.classList.add(size);
    }
    // The button that counts them takes room itself.
    this.more.hidden = true;
    this.more.hidden = this.unfit().length === 0;
    const unfit = this.unfit();
    for (const line of this.lines.children) line.classList.toggle('unfit', unfit.includes(line));
    const hidden = unfit.length;
    this.more.textContent = `+${hidden}`;
    this.more.setAttribute('aria-label', `${hidden} further lines, in the log`);
  }

  /** The lines that would be cut, at their end or below. */
  unfit() {
    const room = this.lines.clientHeight + 3;
    const cut = (line) => {
      const words = line.querySelector('.text') ?? line;
      return words.scrollWidth > words.clientWidth + 1;
    };
    return [...this.lines.children].filter((line) => line.offsetTop + line.offsetHeight > room || cut(line));
  }

  update({ view, me, mine, odds }) {
    const { last } = view;
    const key = JSON.stringify([last?.round, last?.result, last?.why, last?.gain, mine.bet, mine.won, last?.lines?.length, odds.advice.given]);
    if (key === this.key) return;
    this.key = key;
    const own = (last?.lines ?? []).filter((line) => line.player === me);
    const { headline, notes } = last?.results?.[me] ?? { headline: '', notes: [] };
    // What was charged or given back is part of it, though no wager was decided by it.
    const besides = (last?.told ?? []).filter(({ kind, player }) => player === me && ['charged', 'returned'].includes(kind));
    const net = own.length || besides.length ? last.gain?.[me] ?? 0 : undefined;
    const words = last ? (last.void ? last.why || 'void' : resultWords(view.look?.results, last.result ?? '')) : '–';
    this.headline.textContent = headline || (last ? words : '');
    this.result.textContent = words || '–';
    this.picture.replaceChildren(...[last && !last.void ? picture(view.look?.results, last.result ?? '') : null].filter(Boolean));
    this.bet.textContent = money(mine.bet ?? 0);
    this.won.textContent = money(mine.won ?? 0);
    this.net.textContent = net === undefined ? '–' : signed(net);
    this.net.className = net > 0 ? 'up' : '';
    const against = last && !last.void ? compared(own) : [];
    const hands = against.length ? [h('li', { class: 'against' }, against)] : [];
    const review = last && !last.void && own.length && odds.advice.given ? [reviewOf(link, last.id, 'li')] : [];
    this.lines.replaceChildren(...review, ...notes.map((note) => h('li', { class: 'late' }, note)), ...lineItems(own), ...hands,
      ...besides.map(({ kind, text, said, clause }) => h('li', { class: kind }, h('span', { class: 'text' }, said ?? text), quietClause(clause))));
    this.element.classList.toggle('won', net > 0);
    this.fit();
  }
}
