// Blackjack switch: two circles a box for the two hands, super match below them.

import { boxOf, circle, el, rect } from './layout_parts.js';
import { Box, drawStrip, stripOf } from './layout_boxes.js';
import { PLAN, insurance, table } from './layout_blackjack.js';

// A row of its own for super match, above those of additional wagers.
const ROW = 38;
// From the middle of the box to that of a circle, as planned and in the box in front.
const [APART, LARGER] = [36, 1.14];

export function draw(sheet) {
  const boxes = new Map();
  // The cards of two hands take the whole width of a phone.
  sheet.untitled = true;
  table(sheet, PLAN, (_, seat, said) => boxes.set(seat.box, drawBox(sheet, seat, said)), ROW + stripOf(sheet.view));
  sheet.elsewhere = (wager, box) => sheet.places.get(`${box}:original`) ?? { x: 0, y: 0, scale: 1 };
  sheet.paint = (view) => {
    for (const [number, box] of boxes) lay(box, number, view.hands ?? {});
  };
}

function drawBox(sheet, seat, said) {
  const box = new Box(sheet, seat, -144, 118 + ROW + stripOf(sheet.view));
  const circles = el('g', {}, rect(-74, -37, 148, 74, 'spot', 37), circle(-APART, 0, 30, 'ring'), circle(APART, 0, 30, 'ring'));
  box.place('original', 0, 36, circles);
  box.place('super match', 0, 84 + ROW / 2, rect(-70, -16, 140, 32, 'spot side', 9), 'SUPER MATCH', 14);
  drawStrip(box, sheet.view, 84 + ROW);
  insurance(sheet, box, said);
  return box;
}

/** Hands lie in the order in which they are played, two or as many as splits have made of them: in the box in front side
 * by side, elsewhere those of one pair below each other. Their chips lie in the circle of the hand they came of. */
function lay(box, number, hands) {
  const dealt = Object.keys(hands).filter((name) => boxOf(name) === number && name !== `${number}`);
  const names = dealt.length > 1 ? dealt : [`${number}a`, `${number}b`];
  const second = names.indexOf(`${number}b`);
  const sides = [names.slice(0, second), names.slice(second)];
  const width = box.seat.width / box.seat.scale - 8;
  const larger = box.large ? LARGER : 1;
  sides.forEach((side, which) => side.forEach((name, place) => {
    const aside = place - (side.length - 1) / 2;
    if (box.large) beside(box, name, names.indexOf(name) - (names.length - 1) / 2, width / names.length);
    else below(box, name, (which - 0.5) * (width / 2), aside, side.length, width / 2);
    const x = ((which ? 1 : -1) * APART + aside * 30) * larger;
    for (const wager of ['original', 'split']) box.spot(`${wager} ${name}`, x, 36);
    box.spot(`double down ${name}`, x + 13 * larger, 60);
  }));
}

function beside(box, name, aside, room) {
  const scale = Math.min(1.3, (room - 6) / 88);
  box.hand(name, aside * room, -80, scale, 29 * scale, room - 6);
}

function below(box, name, x, aside, many, room) {
  const scale = many > 1 ? 0.62 : 0.82;
  box.hand(name, x, -80 + aside * 60, scale, 29 * scale, room - 6);
}
