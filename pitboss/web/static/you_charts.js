// Charts of a player's own money, drawn for the width they have, with their figures as a table beside them.

import { h, s, dated, money, short, signed } from './dom.js';

const HEIGHT = 220;
const EDGE = { top: 14, right: 10, bottom: 26, left: 64 };
const TABLE_ROWS = 12;

/** Steps of one, two or five times a power of ten, so that there are no more than five of them. */
export function ticks(least, most) {
  const rough = Math.max(1, most - least) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough);
  const marks = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) marks.push(Math.round(at));
  return marks;
}

/** Where points lie: the first column is along the bottom, the others are amounts. */
function scales(points, bounds, width) {
  const [first, last] = [points[0][0], points.at(-1)[0]];
  const least = Math.min(...bounds);
  const most = Math.max(...bounds, least + 100);
  const room = (most - least) * 0.06;
  const along = (width - EDGE.left - EDGE.right) / Math.max(1, last - first);
  const up = (HEIGHT - EDGE.top - EDGE.bottom) / (most - least + 2 * room);
  return {
    x: (n) => EDGE.left + (n - first) * along,
    y: (amount) => HEIGHT - EDGE.bottom - (amount - least + room) * up,
    marks: ticks(least - room, most + room),
  };
}

const path = (points, x, y) => points.map(([n, amount], at) => `${at ? 'L' : 'M'}${x(n).toFixed(1)} ${y(amount).toFixed(1)}`).join('');

function frame(width, { x, y, marks }, points, label, ...drawn) {
  const line = (amount) => s('g', { class: amount ? 'rule' : 'rule zero' },
    s('path', { d: `M${EDGE.left} ${y(amount)}H${width - EDGE.right}` }),
    s('text', { x: EDGE.left - 8, y: y(amount) + 4, 'text-anchor': 'end' }, short(amount)));
  const day = (point, anchor) => s('text', { class: 'day', x: x(point[0]), y: HEIGHT - 8, 'text-anchor': anchor }, dated(point[1]));
  return s('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img', 'aria-label': label },
    marks.map(line), ...drawn, day(points[0], 'start'), points.length > 1 && width > 300 ? day(points.at(-1), 'end') : null);
}

function table(headings, rows) {
  return h('details', { class: 'as-table' }, h('summary', {}, 'The same as a table'), h('div', { class: 'scrolls', tabindex: 0 }, h('table', {},
    h('thead', {}, h('tr', {}, headings.map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((text, n) => h(n ? 'td' : 'th', n ? {} : { scope: 'row' }, text))))))));
}

const some = (points) => points.filter((_, n) => n === points.length - 1 || n % Math.ceil(points.length / TABLE_ROWS) === 0);

/** A chart that is drawn again whenever its width changes. */
function fitted(draw, ...beside) {
  const place = h('div', { class: 'plot' });
  let width = 0;
  new ResizeObserver(() => {
    const now = Math.round(place.clientWidth);
    if (now > 0 && now !== width) place.replaceChildren(draw(width = now));
  }).observe(place);
  return [place, ...beside];
}

const key = (name, words) => h('span', { class: `key ${name}` }, words);

/** All that is his over time; money that came or went beside play is marked, and is no winning. */
export function bankrollChart({ points, moves, held, credits }) {
  const line = points.map(([n, , amount]) => [n, amount]);
  const amounts = line.map(([, amount]) => amount);
  const label = `Bankroll: ${money(amounts[0])} at first, ${money(held)} now, at most ${money(Math.max(...amounts))}, at least ${money(Math.min(...amounts))}.`
    + (moves.length ? ` Money came or went beside play ${moves.length} times.` : '');
  const draw = (width) => {
    const scale = scales(points, [0, ...amounts], width);
    const { x, y } = scale;
    const mark = ({ n, at, amount, words, held: after }) => s('path', {
      class: `move ${amount < 0 ? 'out' : 'in'}`, d: `M${x(n)} ${y(after)}m-5 ${amount < 0 ? -4 : 4}h10l-5 ${amount < 0 ? 9 : -9}z`,
    }, s('title', {}, `${words} ${signed(amount)}, ${dated(at)}`));
    return frame(width, scale, points, label, s('path', { class: 'line', d: path(line, x, y) }), moves.filter(({ n }) => n >= points[0][0]).map(mark));
  };
  const byPlace = new Map(moves.map((move) => [move.n, move]));
  const rows = [...new Map([...some(points), ...moves.slice(-TABLE_ROWS).map(({ n, at, held: after }) => [n, at, after])].map((point) => [point[0], point])).values()]
    .sort((a, b) => a[0] - b[0]);
  return fitted(draw,
    h('p', { class: 'keys' }, key('line', 'credits and chips together'), key('in', 'money in'), key('out', 'money out')),
    h('p', { class: 'dim' }, credits === held ? `All ${money(held)} is in your credits.` : `${money(credits)} is in your credits, ${money(held - credits)} lies at tables.`),
    table(['when', 'bankroll', 'beside play'], rows.map(([n, at, amount]) => {
      const move = byPlace.get(n);
      return [dated(at), money(amount), move ? `${move.words} ${signed(move.amount)}` : ''];
    })));
}

/** How far a result is from what was to be expected, in words. */
export function luckWords(luck) {
  if (luck === null || luck === undefined) return '–';
  const far = Math.abs(luck);
  const how = far < 0.5 ? 'as expected' : far < 1 ? 'a little' : far < 2 ? '' : far < 3 ? 'very' : 'extremely';
  if (how === 'as expected') return how;
  return `${how} ${luck > 0 ? 'lucky' : 'unlucky'}`.trim();
}

/** What was won or lost beside what was to be expected, with the bands of one and two deviations around it. */
export function expectationChart(points) {
  const columns = points.map(([n, , result, expected, deviation]) => ({ n, result, expected, deviation }));
  const last = columns.at(-1);
  const within = Math.abs(last.result - last.expected) / Math.max(1, last.deviation);
  const inside = within <= 1 ? 'within one deviation' : within <= 2 ? 'within two deviations' : 'more than two deviations away';
  const label = `Result against expectation over ${last.n} rounds: ${signed(last.result)}, expected ${signed(last.expected)}, ${inside} of it (one is ${money(last.deviation)}).`;
  const draw = (width) => {
    const scale = scales(points, [0, ...columns.flatMap(({ result, expected, deviation }) => [result, expected - 2 * deviation, expected + 2 * deviation])], width);
    const { x, y } = scale;
    const band = (times) => path([
      ...columns.map(({ n, expected, deviation }) => [n, expected + times * deviation]),
      ...columns.map(({ n, expected, deviation }) => [n, expected - times * deviation]).reverse(),
    ], x, y);
    return frame(width, scale, points, label,
      s('path', { class: 'band two', d: `${band(2)}Z` }), s('path', { class: 'band one', d: `${band(1)}Z` }),
      s('path', { class: 'expected', d: path(columns.map(({ n, expected }) => [n, expected]), x, y) }),
      s('path', { class: 'line', d: path(columns.map(({ n, result }) => [n, result]), x, y) }));
  };
  return fitted(draw,
    h('p', { class: 'keys' }, key('line', 'your result'), key('expected', 'expected at best play'), key('one', '±1 deviation, two times in three'), key('two', '±2, nineteen in twenty')),
    table(['round', 'result', 'expected', 'deviation'], some(columns).map(({ n, result, expected, deviation }) => [String(n), signed(result), signed(expected), money(deviation)])));
}
