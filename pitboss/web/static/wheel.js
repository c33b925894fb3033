// The wheel of roulette: as much of a large one as there is room for, so that its numbers can be read where the ball lies.

import { move } from './dom.js';
import { pace, sound } from './settings.js';
import { colourOf } from './chips.js';
import { circle, company, el, freshId, onCircle, rect, result, resultKey, sector, words } from './layout_parts.js';

const AROUND = '32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26';

/** The numbers around each wheel, clockwise from the single zero. */
export const POCKETS = {
  0: `0 ${AROUND}`.split(' '),
  '00': ('0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 '
    + '00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2').split(' '),
  '000': `0 000 00 ${AROUND}`.split(' '),
};

// How long a spin lasts, after which part of it the ball begins to fall and lies in its pocket, and how often it goes round.
export const SPIN = 2000;
const [FALLS, LIES] = [0.45, 0.72];
const ROUNDS = 4;
export const FRAMES = 48;

/** The pockets around (0, 0), the first one on top. */
function pockets(numbers, outer, inner, size) {
  const step = 360 / numbers.length;
  return numbers.map((number, place) => {
    const [x, y] = onCircle(0, 0, outer - size * 0.95, place * step);
    const turned = { transform: `rotate(${place * step} ${x} ${y})` };
    return el('g', { class: `pocket ${colourOf(number)}` },
      el('path', { d: sector(0, 0, inner, outer, (place - 0.5) * step, (place + 0.5) * step) }),
      words(x, y, number, 'label', number.length > 2 ? size * 0.8 : size, turned));
  });
}

/** How far a spin has come at a part of its time: fast, then slower and slower. */
export const eased = (part) => 1 - (1 - part) ** 3;

class Wheel {
  /** `outer` and `inner` are the edges of its pockets, `size` that of its numbers, `ball` the ball's own. */
  constructor(kind, { outer, inner, size, ball }) {
    Object.assign(this, { numbers: POCKETS[kind], turned: 0, track: outer + ball, lies: inner + ball * 1.5 });
    this.wheel = el('g', { class: 'wheel' }, ...pockets(this.numbers, outer, inner, size), circle(0, 0, inner, 'bowl'));
    this.ball = el('g', { class: 'ball' }, circle(0, 0, ball, ''));
    this.ball.style.transform = `translateY(${-this.lies}px)`;
    this.element = el('g', {}, circle(0, 0, outer + ball * 2.2, 'rim'), this.wheel, this.ball);
  }

  /** Show where the ball lies; when it was spun it is seen to, and the milliseconds that takes are given. */
  show(view, animated) {
    const key = resultKey(view);
    if (key === this.key) return 0;
    const spun = this.key !== undefined && animated;
    this.key = key;
    const place = this.numbers.indexOf(result(view));
    this.ball.classList.toggle('shown', place >= 0);
    if (place < 0) return 0;
    const before = this.turned;
    const target = (-place * 360) / this.numbers.length;
    // Once round, and on to the number.
    this.turned = before + 360 + ((((target - before) % 360) + 360) % 360);
    this.wheel.style.transform = `rotate(${this.turned}deg)`;
    return spun ? this.spin(this.turned - before) : 0;
  }

  spin(degrees) {
    const parts = Array.from({ length: FRAMES + 1 }, (_, n) => n / FRAMES);
    // How far the wheel still has to go; from when it lies in its pocket, so has the ball.
    const ahead = (part) => -degrees * (1 - eased(part));
    const around = (part) => (part < LIES ? ahead(LIES) + 360 * ROUNDS * (1 - part / LIES) ** 1.4 : ahead(part));
    const moving = { duration: SPIN, easing: 'linear' };
    const spun = move(this.wheel, parts.map((part) => ({ transform: `rotate(${this.turned + ahead(part)}deg)` })), moving);
    if (!spun) return 0;
    move(this.ball, parts.map((part) => ({ transform: `rotate(${around(part)}deg) translateY(${-this.radius(part)}px)` })), moving);
    sound('wheel', 0, SPIN * LIES);
    return SPIN * pace();
  }

  /** From the track down to the pockets, with a last leap. */
  radius(part) {
    if (part <= FALLS) return this.track;
    if (part >= LIES) return this.lies;
    const down = (part - FALLS) / (LIES - FALLS);
    const leap = Math.abs(Math.cos(down * Math.PI * 1.5)) * (1 - down);
    return this.lies + (this.track - this.lies) * leap;
  }
}

// -- on a desktop: the top of a large wheel, what came in its bowl, and what came before below it ---------------------

const ROOM = { top: 20, height: 232 };
const [PIP, ROWS] = [{ width: 38, height: 34, gap: 4 }, 3];

export function wholeWheel(sheet, kind) {
  const [x, wide] = kind === '000' ? [134, 252] : [158, 300];
  const wheel = new Wheel(kind, { outer: 300, inner: 238, size: 27, ball: 9 });
  const id = freshId();
  const middle = ROOM.top + 300 + 26;
  const number = words(0, 0, '', 'label', 62);
  const disc = el('g', { class: 'pocket', transform: `translate(${x} ${ROOM.top + 166})` }, circle(0, 0, 52, ''), number);
  const before = el('g', { class: 'before', 'aria-hidden': 'true' });
  sheet.hints = [words(x, 430, '', 'hint', 22), words(x, 460, '', 'hint', 22)];
  const players = words(x, 510, '', 'quiet', 18);
  sheet.add(
    el('clipPath', { id }, rect(x - wide / 2, ROOM.top, wide, ROOM.height, '', 14)),
    el('g', { class: 'wheel-place', 'clip-path': `url(#${id})`, 'aria-hidden': 'true' },
      rect(x - wide / 2, ROOM.top, wide, ROOM.height, 'bowl', 14),
      el('g', { transform: `translate(${x} ${middle})` }, wheel.element), disc),
    el('path', { class: 'pointer', d: `M${x - 10} ${ROOM.top - 4}L${x + 10} ${ROOM.top - 4}L${x} ${ROOM.top + 12}Z` }),
    before, ...sheet.hints, players);
  const tell = (view) => {
    const came = result(view);
    number.textContent = came;
    disc.setAttribute('class', `pocket ${came ? colourOf(came) : 'none'}`);
    before.replaceChildren(...lastOnes(view, x, wide));
  };
  return {
    paint(view, own, animated) {
      players.textContent = company(view, own, 25);
      const still = wheel.show(view, animated);
      if (still) disc.setAttribute('class', 'pocket none');
      return still;
    },
    tell,
  };
}

/** What came before, the latest first. */
function lastOnes(view, x, wide) {
  const step = PIP.width + PIP.gap;
  const across = Math.floor((wide + PIP.gap) / step);
  const left = x - (across * step - PIP.gap) / 2;
  const past = (view.history ?? []).slice(-across * ROWS).reverse();
  return past.map(({ result: came }, n) => {
    const [at, y] = [left + (n % across) * step, ROOM.top + ROOM.height + 16 + Math.floor(n / across) * (PIP.height + PIP.gap)];
    return el('g', { class: `pocket ${colourOf(came)}` }, rect(at, y, PIP.width, PIP.height, '', 6),
      words(at + PIP.width / 2, y + PIP.height / 2 + 1, came, 'figure', came.length > 2 ? 16 : 21));
  });
}

// -- on a phone: a strip of it ------------------------------------------------------------------------------------

export function wheelStrip(sheet, kind) {
  const [middle, outer, id] = sheet.form === 'low' ? [320, 515, freshId()] : [195, 325, freshId()];
  const wheel = new Wheel(kind, { outer, inner: outer - 41, size: 19, ball: 5.5 });
  const wide = 2 * (middle - 8);
  sheet.hints = [words(middle, 63, '', 'hint', 14)];
  sheet.add(
    el('clipPath', { id }, rect(8, 3, wide, 50, '', 10)),
    el('g', { 'clip-path': `url(#${id})`, 'aria-hidden': 'true' }, rect(8, 3, wide, 50, 'bowl', 10),
      el('g', { transform: `translate(${middle} ${outer + 13})` }, wheel.element)),
    el('path', { class: 'pointer', d: `M${middle - 7} 2L${middle + 7} 2L${middle} 10Z` }), ...sheet.hints);
  return { paint: (view, own, animated) => wheel.show(view, animated), tell: () => {} };
}
