// Results of recent rounds, shown as the game's players read them.

import { h, s } from './dom.js';
import { withSigns } from './cards.js';
import { dicePicture, colourOf } from './chips.js';

const ROWS = 6;

function ball(entry) {
  return h('li', { class: `pip ${entry.tag || colourOf(entry.result)}`, title: `round ${entry.round}` }, entry.result);
}

const COLOURS = ['red', 'green', 'black'];

function pocket(number) {
  return h('span', { class: `pip ${colourOf(number)}` }, number);
}

function wheel(history) {
  const counts = new Map();
  for (const { result } of history) counts.set(result, (counts.get(result) ?? 0) + 1);
  const hot = [...counts].sort((a, b) => b[1] - a[1] || Number(a[0]) - Number(b[0])).slice(0, 6);
  const share = (tag) => history.filter((entry) => (entry.tag || colourOf(entry.result)) === tag).length;
  return [
    h('h3', {}, 'Numbers, latest first'),
    h('ol', { class: 'balls' }, [...history].reverse().map(ball)),
    h('h3', {}, `Most often in ${history.length} ${history.length === 1 ? 'spin' : 'spins'}`),
    h('ol', { class: 'hot' }, hot.map(([number, count]) => h('li', {}, pocket(number), `${count}×`))),
    h('div', { class: 'shares', role: 'img', 'aria-label': COLOURS.map((tag) => `${tag} ${share(tag)}`).join(', ') },
      COLOURS.map((tag) => h('span', { class: tag, style: { 'flex-grow': String(share(tag)) } }, String(share(tag) || '')))),
    h('p', { class: 'dim' }, 'The wheel remembers none of them: every spin is as likely to end anywhere.'),
  ];
}

const MARK = { player: 'P', banker: 'B', tie: 'T' };

function grid(cells, columns, label) {
  const size = 22;
  const width = Math.max(columns, 14) * size;
  const height = ROWS * size;
  return h('div', { class: 'road' }, s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
    s('path', { class: 'lines', d: lines(width, height, size) }),
    cells.map(({ column, row, draw }) => s('g', { transform: `translate(${column * size + size / 2} ${row * size + size / 2})` }, draw))));
}

function lines(width, height, size) {
  const steps = [];
  for (let x = 0; x <= width; x += size) steps.push(`M${x} 0V${height}`);
  for (let y = 0; y <= height; y += size) steps.push(`M0 ${y}H${width}`);
  return steps.join('');
}

function bead(tag) {
  return [s('circle', { class: `bead ${tag}`, r: 9 }), s('text', { 'text-anchor': 'middle', y: 4 }, MARK[tag] ?? '?')];
}

/** The big road: a new column when the winner changes, down while it does not, and a turn to the right at the bottom. */
export function bigRoad(tags) {
  const cells = [];
  const taken = new Set();
  let start = -1;
  let spot = null;
  let winner = '';
  for (const tag of tags) {
    if (tag === 'tie') {
      if (spot) spot.ties += 1;
      continue;
    }
    let column;
    let row;
    if (tag !== winner) {
      start += 1;
      [column, row] = [start, 0];
      while (taken.has(`${column},0`)) column += 1;
      start = column;
    } else if (spot.row + 1 < ROWS && !taken.has(`${spot.column},${spot.row + 1}`) && !spot.turned) {
      [column, row] = [spot.column, spot.row + 1];
    } else {
      [column, row] = [spot.column + 1, spot.row];
    }
    const turned = tag === winner && spot.column !== column;
    spot = { tag, column, row, ties: 0, turned };
    winner = tag;
    taken.add(`${column},${row}`);
    cells.push(spot);
  }
  return cells;
}

function ring({ tag, ties }) {
  return [s('circle', { class: `ring ${tag}`, r: 8 }), ties ? s('path', { class: 'tie-mark', d: 'M-8 8L8-8' }) : null];
}

function twoHands(history) {
  const tags = history.map(({ tag }) => tag).filter((tag) => MARK[tag]);
  const count = (tag) => tags.filter((other) => other === tag).length;
  const beads = tags.slice(-ROWS * 24).map((tag, n) => ({ column: Math.floor(n / ROWS), row: n % ROWS, draw: bead(tag) }));
  const road = bigRoad(tags);
  const wide = Math.max(0, ...road.map((cell) => cell.column)) + 1;
  const countWords = `player ${count('player')}, banker ${count('banker')}, tie ${count('tie')}`;
  return [
    h('p', { class: 'counts' }, Object.keys(MARK).map((tag) => h('span', { class: `count ${tag}` }, `${tag} `, h('b', {}, String(count(tag)))))),
    h('h3', {}, 'Bead road'), grid(beads, Math.ceil(beads.length / ROWS), `bead road: ${countWords}`),
    h('h3', {}, 'Big road'), grid(road.map((cell) => ({ ...cell, draw: ring(cell) })), wide, `big road: ${countWords}`),
  ];
}

function throws(history, view) {
  const { point } = view.state ?? {};
  return [
    // Where there is such a thing as a point.
    point === undefined ? '' : h('p', { class: 'counts' }, point ? `The point is ${point}.` : 'No point yet: the next throw comes out.'),
    h('h3', {}, 'Throws, latest first'),
    h('ol', { class: 'throws' }, [...history].reverse().map((entry) => {
      const dice = entry.result.split(/\D+/).filter(Boolean).map(Number);
      return h('li', {}, dicePicture(dice), h('b', { class: point !== undefined && entry.tag === '7' ? 'seven' : '' }, entry.tag));
    })),
  ];
}

function plain(history) {
  const line = ({ round, result }) => h('li', {}, h('span', { class: 'dim' }, `${round}`), withSigns(result));
  return [h('h3', {}, 'Results, latest first'), h('ol', { class: 'results' }, [...history].reverse().map(line))];
}

// By what the results of a game are.
const DRAWN = { wheel, dice: throws, 'two hands': twoHands };

export function historyPanel() {
  const element = h('section', { class: 'history' });
  let drawn = '';
  return {
    title: 'History',
    element,
    update(state) {
      if (!state) return;
      const { view } = state;
      const history = view.history ?? [];
      const key = JSON.stringify([history, view.state?.point]);
      if (key === drawn) return;
      drawn = key;
      if (!history.length) return element.replaceChildren(h('p', { class: 'dim' }, 'No round has been decided here yet.'));
      const draw = DRAWN[view.look?.results] ?? plain;
      element.replaceChildren(...draw(history, view));
      for (const road of element.querySelectorAll('.road')) road.scrollLeft = road.scrollWidth;
    },
  };
}
