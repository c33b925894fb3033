// What the last round came to: its result, what was bet and won, and every line in words with its clause.

import { h, money, signed } from './dom.js';
import { clauseChip } from './clause.js';
import { ballPicture, colourOf, dicePicture } from './chips.js';

/** "won 15.00: blackjack pays 3 to 2" */
export function explain(line) {
  const stake = money(line.stake);
  const name = line.hand ? `${line.wager} on ${line.hand}` : line.wager;
  return {
    win: `won ${money(line.pays)}: ${name}${line.odds ? ` pays ${line.odds}` : ''}`,
    lose: `lost ${stake}: ${name}`,
    surrender: `lost ${money(Math.floor(line.stake / 2))}: half of ${name}`,
    'stand-off': `stand off: ${name} ${stake} stays yours`,
    void: `void: ${name} ${stake} goes back`,
  }[line.outcome] ?? line.text;
}

function picture(game, result) {
  if (game.includes('roulette') && /^\d+$/.test(result)) return ballPicture(result, colourOf(result));
  const dice = /^(\d)\D+(\d)$/.exec(result);
  return game.includes('craps') && dice ? dicePicture([Number(dice[1]), Number(dice[2])]) : null;
}

function resultWords(game, result) {
  if (game.includes('roulette') && /^\d+$/.test(result)) return `${result} ${colourOf(result)}`;
  const dice = /^(\d)\D+(\d)$/.exec(result);
  return game.includes('craps') && dice ? `${Number(dice[1]) + Number(dice[2])}` : result;
}

export class Outcome {
  constructor() {
    this.result = h('span', { id: 'result' });
    this.picture = h('span', { class: 'picture', 'aria-hidden': 'true' });
    this.net = h('b', { id: 'net' });
    this.bet = h('b', { id: 'previous-bet' });
    this.won = h('b', { id: 'previous-won' });
    this.lines = h('ol', { class: 'lines', id: 'lines' });
    const figure = (label, value) => h('div', { class: 'figure' }, h('span', { class: 'label' }, label), value);
    this.element = h('section', { class: 'outcome', 'aria-label': 'the last round', 'aria-live': 'polite' },
      h('div', { class: 'figures' }, this.picture, figure('last result', this.result), figure('bet', this.bet), figure('won', this.won), figure('net', this.net)), this.lines);
  }

  update({ view, me, mine }) {
    const { last } = view;
    const key = JSON.stringify([last?.round, last?.result, last?.void, mine.bet, mine.won, last?.lines?.length]);
    if (key === this.key) return;
    this.key = key;
    const net = last?.net?.[me];
    const words = last ? (last.void ? `void${last.why ? `: ${last.why}` : ''}` : resultWords(view.game, last.result ?? '')) : '–';
    this.result.textContent = words || '–';
    this.picture.replaceChildren(...[last && !last.void ? picture(view.game, last.result ?? '') : null].filter(Boolean));
    this.bet.textContent = money(mine.bet ?? 0);
    this.won.textContent = money(mine.won ?? 0);
    this.net.textContent = net === undefined ? '–' : signed(net);
    this.net.className = net > 0 ? 'up' : '';
    const own = (last?.lines ?? []).filter((line) => line.player === me);
    this.lines.replaceChildren(...own.map((line) => h('li', { class: `settled ${line.outcome}` }, h('span', { class: 'text' }, explain(line)), clauseChip(line.clause))));
    this.element.classList.toggle('won', net > 0);
  }
}
