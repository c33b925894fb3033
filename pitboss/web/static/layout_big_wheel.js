// A big wheel of symbols under its indicator, the area of each symbol beside it, and the latest symbols on display.

import { move } from './dom.js';
import { pace, sound } from './settings.js';
import { eased, FRAMES, SPIN } from './wheel.js';
import { circle, company, el, oddsOf, onCircle, rect, result, resultKey, sector, words, wrapped } from './layout_parts.js';

// How many sections each symbol has, by the wheel.
export const SECTIONS = {
  50: { a: 24, b: 8, c: 8, d: 4, e: 2, f: 2, g: 1, h: 1 },
  52: { a: 24, b: 12, c: 8, d: 4, e: 2, f: 1, g: 1 },
  54: { a: 26, b: 13, c: 7, d: 4, e: 2, f: 1, g: 1 },
};

const WIDE = {
  size: [1200, 640], wheel: [316, 324, 276], letter: 21, areas: [640, 84, 544, 496], columns: 2, gap: 8, chips: 1.2,
  mark: 38, text: 22, small: 16, printed: [912, 600], display: [640, 22, 544, 42], hint: [316, 330], hub: 64, players: [912, 628],
};
const TALL = {
  size: [390, 560], wheel: [195, 193, 172], letter: 12, areas: [6, 398, 378, 138], columns: 4, gap: 4, chips: 0.8,
  mark: 14, text: 12, small: 11, printed: [195, 549], display: [6, 372, 378, 22], hint: [195, 200], hub: 46,
};
const LOW = {
  size: [640, 390], wheel: [194, 200, 176], letter: 12, areas: [388, 36, 246, 316], columns: 2, gap: 4, chips: 0.8,
  mark: 17, text: 14, small: 11.5, printed: [511, 370], display: [388, 6, 246, 24], hint: [194, 206], hub: 46,
};
const FORMS = { wide: WIDE, tall: TALL, low: LOW };
// Further back the display does not go.
const LATEST = 12;

export function draw(sheet) {
  const form = FORMS[sheet.form];
  const sections = SECTIONS[sheet.view.options?.wheel] ?? SECTIONS[50];
  Object.assign(sheet, { shared: true });
  sheet.size(...form.size);
  const wheel = new BigWheel(rim(sections), form);
  sheet.add(wheel.element);
  areas(sheet, form, sections);
  const display = el('g', { class: 'display', role: 'img' });
  const [x, y] = form.hint;
  sheet.hints = [words(x, y - form.text * 0.6, '', 'hint', form.text), words(x, y + form.text * 0.6, '', 'hint', form.small)];
  const [notice] = sheet.view.look?.printed ?? [];
  sheet.add(display, ...(notice ? [wrapped(...form.printed, notice, 'rule', form.small, form.areas[2])] : []), ...sheet.hints);
  const players = words(...(form.players ?? [0, 0]), '', 'quiet', form.small);
  if (form.players) sheet.add(players);
  sheet.wins = ({ wager }, view) => Boolean(result(view)) && wager === `symbol ${winner(result(view))}` && view.options?.electronics !== 'no';
  sheet.paint = (view, own, animated) => {
    players.textContent = company(view, own, 48);
    return wheel.show(view, animated);
  };
  sheet.rest = (view) => {
    const latest = (view.state?.display ?? []).slice(-LATEST).reverse();
    display.setAttribute('aria-label', latest.length ? `latest symbols: ${latest.join(', ')}` : 'no symbol yet');
    display.replaceChildren(...latest.map((symbol, n) => pip(symbol, n, form)));
  };
}

/** The symbol that wins: on a peg the one that has just passed. */
const winner = (came) => came.replace(/^peg (.*)\/.*$/, '$1');

/** The symbols around the rim, each spread as evenly as can be. */
function rim(sections) {
  const places = Object.entries(sections).flatMap(([symbol, count]) =>
    Array.from({ length: count }, (_, n) => ({ symbol, at: (2 * n + 1) / (2 * count) })));
  return places.sort((a, b) => a.at - b.at || a.symbol.localeCompare(b.symbol)).map(({ symbol }) => symbol);
}

function pip(symbol, n, { display: [x, y, width, height], gap }) {
  const wide = (width + gap) / LATEST;
  return el('g', { class: `symbol-${symbol} section${n ? '' : ' latest'}`, 'aria-hidden': 'true' }, rect(x + n * wide, y, wide - gap, height, '', 5),
    words(x + n * wide + (wide - gap) / 2, y + height / 2, symbol, 'figure', height * 0.6));
}

function areas(sheet, form, sections) {
  const [left, top, width, height] = form.areas;
  const symbols = Object.keys(sections);
  const { columns, gap, mark } = form;
  const [wide, high] = [(width + gap) / columns, (height + gap) / Math.ceil(symbols.length / columns)];
  const whole = Object.values(sections).reduce((sum, count) => sum + count, 0);
  symbols.forEach((symbol, n) => {
    const wager = `symbol ${symbol}`;
    // The last of an odd number has the room of two.
    const across = n === symbols.length - 1 && symbols.length % columns ? wide * (columns - (n % columns)) : wide;
    const [x, y] = [left + (n % columns) * wide, top + Math.floor(n / columns) * high];
    const around = rect(x, y, across - gap, high - gap, 'spot', 8);
    const [badge, tall] = [[x + mark * 1.35, y + mark * 1.35], high - gap];
    const said = [
      words(x + mark * 2.55, badge[1], oddsOf(sheet.view, wager), 'label start', form.text),
      words(x + mark * 0.5, y + tall - form.small * 0.9, `${sections[symbol]} of ${whole}`, 'quiet start under', form.small),
    ];
    const chips = [x + across - gap - (sheet.form === 'wide' ? 52 : 24), y + tall - (sheet.form === 'wide' ? 34 : 20)];
    sheet.add(sheet.area(wager, 0, chips, [around,
      el('g', { class: `symbol-${symbol} section` }, circle(...badge, mark, ''), words(...badge, symbol, 'figure', mark * 1.25)), ...said,
    ], { scale: form.chips }));
  });
}

class BigWheel {
  constructor(symbols, { wheel: [x, y, radius], letter, hub }) {
    Object.assign(this, { symbols, step: 360 / symbols.length, turned: 0 });
    const part = ([symbol, n]) => {
      const [from, to] = [(n - 0.5) * this.step, (n + 0.5) * this.step];
      const [tx, ty] = onCircle(0, 0, radius - letter * 0.95, n * this.step);
      const peg = onCircle(0, 0, radius + letter * 0.12, to);
      return el('g', { class: `symbol-${symbol} section` }, el('path', { d: sector(0, 0, hub, radius, from, to) }),
        words(tx, ty, symbol, 'figure', letter, { transform: `rotate(${n * this.step} ${tx} ${ty})` }), circle(...peg, letter * 0.13, 'peg'));
    };
    this.wheel = el('g', { class: 'wheel' }, ...symbols.map((symbol, n) => part([symbol, n])));
    const edge = radius + letter * 0.7;
    this.element = el('g', { transform: `translate(${x} ${y})`, 'aria-hidden': 'true' },
      circle(0, 0, edge, 'rim'), this.wheel, circle(0, 0, hub, 'bowl'),
      el('path', { class: 'pointer', d: `M${-letter * 0.55} ${-edge - letter * 0.35}L${letter * 0.55} ${-edge - letter * 0.35}L0 ${-radius + letter * 0.35}Z` }));
  }

  /** How far it is turned for the indicator to point there: at the middle of a section, or at the peg behind one. */
  angle(came) {
    const { symbols, step } = this;
    const [, passed, oncoming] = came.match(/^peg (.*)\/(.*)$/) ?? [];
    if (!passed) return -symbols.indexOf(came) * step;
    const before = (n) => symbols.at(n - 1);
    const place = symbols.findIndex((symbol, n) => symbol === passed && before(n) === oncoming);
    return (0.5 - (place < 0 ? symbols.indexOf(passed) : place)) * step;
  }

  /** Show where it stands; when it was spun it is seen to, and the milliseconds that takes are given. */
  show(view, animated) {
    const key = resultKey(view);
    if (key === this.key) return 0;
    const spun = this.key !== undefined && animated;
    this.key = key;
    const came = result(view);
    if (!this.symbols.includes(winner(came))) return 0;
    const before = this.turned;
    // Three times round, as the law asks, and on to the symbol.
    this.turned = before + 1080 + ((((this.angle(came) - before) % 360) + 360) % 360);
    this.wheel.style.transform = `rotate(${this.turned}deg)`;
    if (!spun) return 0;
    const degrees = this.turned - before;
    const frames = Array.from({ length: FRAMES + 1 }, (_, n) => ({ transform: `rotate(${this.turned - degrees * (1 - eased(n / FRAMES))}deg)` }));
    if (!move(this.wheel, frames, { duration: SPIN, easing: 'linear' })) return 0;
    sound('wheel', 0, SPIN);
    return SPIN * pace();
  }
}
