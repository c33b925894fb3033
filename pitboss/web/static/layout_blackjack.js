// Blackjack and its variants: boxes around the table, insurance before them.

import { circle, el, oddsOf, oddsOn, rect, words, wrapped } from './layout_parts.js';
import { Box, EDGE, LOW, common, drawStrip, frame, house, seats, stripOf } from './layout_boxes.js';

export const PLAN = { bottom: 704, head: 144, foot: 118, front: { y: 430, scale: 1 }, others: 199, beside: 276, top: 30 };

/** What has to be printed on the layout. */
function printed(view) {
  const insurance = oddsOf(view, 'insurance') && `Insurance pays ${oddsOf(view, 'insurance')}`;
  const [dealer = '', title = '', name = 'Blackjack'] = view.look?.printed ?? [];
  const blackjack = `${name} pays ${oddsOn(view, 'original', 'blackjack') || '3 to 2'}`;
  // A longer text is printed smaller.
  const fit = (said, most) => Math.min(1, most / said.length);
  return { title, blackjack, insurance, dealer, motto: fit(blackjack, 24), rule: fit(dealer, 62) };
}

export function draw(sheet) {
  table(sheet, PLAN, drawBox, stripOf(sheet.view));
  sheet.elsewhere = (wager, box) => sheet.places.get(`${box}:original`) ?? { x: 0, y: 0, scale: 1 };
  sheet.paint = (view) => paint(sheet, view);
}

/** The table around boxes that are drawn by `drawBox` and are so much higher than planned. */
export function table(sheet, plan, drawOne, strip) {
  const said = printed(sheet.view);
  // On a phone the boxes of others grow too, in their own measure, and what is below them moves down.
  sheet.lower = strip * 0.4;
  const front = { ...plan.front, y: plan.front.y + sheet.lower };
  sheet.size(...{ wide: [1200, 716], tall: [390, 552 + strip + sheet.lower], low: [LOW.width, LOW.height] }[sheet.form]);
  house(sheet);
  ({ wide, tall, low })[sheet.form](sheet, said);
  for (const seat of seats(sheet, { ...plan, front, foot: plan.foot + strip })) drawOne(sheet, seat, said);
  sheet.add(sheet.mark);
}

function wide(sheet, said) {
  frame(sheet, 'dealer', 'dealer', [600, 86], { cards: 2, scale: 1.4, fan: 92, room: 520 });
  sheet.add(
    EDGE.words(226, said.blackjack.toUpperCase(), 'motto', 38 * said.motto, 160, 1040),
    EDGE.words(280, said.dealer, 'rule', 23 * said.rule, 160, 1040));
  if (said.insurance) sheet.add(el('path', { class: 'band', d: EDGE.band(30, 1170, 334, 388) }));
  if (said.title) sheet.add(words(1164, 36, said.title, 'house end', 18));
}

function tall(sheet, said) {
  frame(sheet, 'dealer', 'dealer', [195, 48], { cards: 2, scale: 0.94, fan: 62, room: 370 });
  sheet.add(words(195, 107, said.blackjack.toUpperCase(), 'motto', 17 * said.motto),
    wrapped(195, said.dealer.length > 52 ? 132 : 128, said.dealer, 'rule', 12.5 * said.rule, 370));
  if (!said.title || sheet.untitled) return;
  // In the place of the insurance line, where there is none; else in two lines beside the player's cards: the dealer's
  // may take the whole width.
  if (!said.insurance) {
    sheet.add(words(195, 268 + sheet.lower, said.title, 'house', 13));
    return;
  }
  const title = words(20, 302 + sheet.lower, '', 'house start', 10.5);
  title.append(...said.title.split(/(?=blackjack)/).map((line, row) => el('tspan', { x: 20, dy: row * 14 }, line)));
  sheet.add(title);
}

function low(sheet, said) {
  const [x, half] = common(sheet);
  frame(sheet, 'dealer', 'dealer', [x, 62], { cards: 2, scale: 1.1, fan: 70, room: 2 * half });
  sheet.add(words(x, 136, said.blackjack.toUpperCase(), 'motto', 17 * said.motto), wrapped(x, 170, said.dealer, 'rule', 12.5, 2 * half));
  if (said.title) sheet.add(words(x, 200, said.title, 'house', 11));
}

function drawBox(sheet, seat, said) {
  const box = new Box(sheet, seat, -144, 118 + stripOf(sheet.view));
  const room = seat.width / seat.scale - 12;
  box.place('original', 0, 36, circle(0, 0, 43, 'spot'));
  drawStrip(box, sheet.view, 84);
  if (said.insurance) insurance(sheet, box, said);
  box.hand(`${seat.box}`, 0, -80, 1.3, box.large ? 40 : 32, room);
  sheet.sideBySide.set(seat.box, (names) => sideBySide(box, names, room));
  sideBySide(box, [`${seat.box}a`, `${seat.box}b`], room);
  box.spot('double down', 46, 62);
  box.spot('together', 0, 36);
  box.spot('first', -23, 36);
  box.spot('split', 23, 36);
}

/** The hands of a split beside each other, and their chips likewise: two, or as many as a version of the game makes. */
function sideBySide(box, names, room) {
  const [scale, fan] = { full: [0.78, 21], small: [0.78, 21], front: [1.2, 34] }[box.seat.kind];
  const width = room / names.length;
  const less = Math.min(1, (width - 4) / (72 * scale));
  const apart = names.length > 2 ? 36 : 46;
  names.forEach((name, place) => {
    const aside = place - (names.length - 1) / 2;
    box.hand(name, aside * width + 2 * aside, -80, scale * less, fan * less, width - 4);
    for (const wager of ['original', 'split']) box.spot(`${wager} ${name}`, aside * apart, 36);
    box.spot(`double down ${name}`, aside * (names.length > 2 ? 50 : 112), 62);
  });
}

/** The insurance line, one stretch of it before each box. */
export function insurance(sheet, box, said) {
  const { x, width, kind } = box.seat;
  const number = box.seat.box;
  if (!sheet.narrow) {
    const band = EDGE.band(x - width / 2 + 2, x + width / 2 - 2, 336, 386);
    const area = sheet.area('insurance', number, [x, EDGE.at(x, 361)], [el('path', { class: 'spot', d: band })],
      { decision: true, name: 'later band-part', scale: box.chips });
    sheet.add(area);
    if (number === 1) {
      sheet.add(EDGE.words(362, said.insurance.toUpperCase(), 'motto small', 23, 100, 1100));
    }
  } else if (kind === 'front') {
    const y = sheet.form === 'low' ? 20 : 268 + sheet.lower;
    const line = rect(x - 133, y - 12, 266, 24, 'spot', 12);
    sheet.add(sheet.area('insurance', number, [x, y], [line], { decision: true, name: 'later', scale: 0.8 }),
      words(x, y, said.insurance.toUpperCase(), 'motto small', 12.5));
    // Its chips lie beside the words.
    sheet.spot('insurance', number, x + 116, y, 0.62);
  } else {
    box.spot('insurance', 0, -136);
  }
}

/** After a split the original wager lies with the first hand. */
function paint(sheet, view) {
  for (const number of sheet.boxes.keys()) {
    const split = `${number}a` in (view.hands ?? {});
    sheet.places.set(`${number}:original`, sheet.places.get(`${number}:${split ? 'first' : 'together'}`));
  }
}
