// One's own wagers as a list: each can be taken back there, and called on or off where the game has such a call.

import { button as press, h, money } from './dom.js';

export function betsPanel(bets, state) {
  const list = h('ol', { class: 'my-bets' });
  const total = h('p', { class: 'meter' });
  const dice = h('div', { class: 'tools', hidden: true });
  const element = h('section', { class: 'bets-panel' }, total, list, dice);
  let drawn = '';

  const decide = (box, name) => bets.give({ t: 'decide', hand: String(box), name });
  const button = (label, name, act, disabled) => press(label, act, { class: 'tool', 'aria-label': name, disabled });

  function item({ box, wager, slot, called, amount, hand, marks, calls = [] }, { view, boxes }) {
    const open = view.betting;
    const name = slot ?? wager;
    const on = marks?.on ? (marks.on === 'off' ? 'off' : 'on') : '';
    const where = boxes.length > 1 ? `box ${box}: ` : '';
    const rides = hand && hand !== String(box) ? ` on ${hand}` : '';
    return h('li', {},
      h('span', { class: 'text' }, where, called ?? (hand ? wager : name), rides, on ? h('span', { class: 'badge' }, on) : null),
      h('b', {}, money(amount)), view.edges?.[wager] ? h('small', { class: 'dim edge' }, view.edges[wager]) : null,
      calls.map((call) => button(call.means, `call ${call.name}`, () => decide(box, call.name), !open)),
      button('Take back', `take back ${called ?? name}`, () => bets.give({ t: 'take', box, wager: name, to: 0 }), !open));
  }

  function draw(now) {
    const { view, me, boxes } = now;
    const mine = (view.wagers ?? []).filter((wager) => wager.player === me);
    const key = JSON.stringify([mine, view.betting, boxes, Object.keys(view.edges ?? {}).length]);
    if (key === drawn) return;
    drawn = key;
    total.replaceChildren('On the table ', h('b', {}, money(mine.reduce((sum, { amount }) => sum + amount, 0))));
    const none = h('li', { class: 'dim' }, 'You have no wager on the layout.');
    list.replaceChildren(...(mine.length ? mine.map((wager) => item(wager, now)) : [none]));
    dice.hidden = !view.calls?.length || boxes.length === 0;
    dice.replaceChildren(...(view.calls ?? []).map(({ name, means }) => button(name, `${name}: ${means}`, () => decide(boxes[0], name), !view.betting)));
  }

  return { title: 'Bets', element, open: () => draw(state()), update: (now) => now && draw(now) };
}
