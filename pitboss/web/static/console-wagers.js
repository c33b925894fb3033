// Wagers of players with chips, written as a transcript writes them: "original 10, pair plus 5".

import {act, button, cents, cited, fill, form, h, field, tell, text} from './console-kit.js';

// So many have a button each; of more, only those that need no number.
const MOST = 14;
export class Wagers {
  constructor(table) {
    this.table = table;
    this.box = text('box', {id: 'for-box', inputmode: 'numeric'});
    this.player = text('player', {id: 'for-player', list: 'names', placeholder: 'Ann', required: true});
    this.line = text('wagers', {id: 'for-wagers', placeholder: 'wager 10, wager 5', required: true});
    this.confirmed = h('input', {type: 'checkbox', name: 'confirmed', id: 'for-confirmed'});
    this.late = h('label', {class: 'row'}, this.confirmed, this.lateWords = h('span', {}));
    this.kind = h('div', {class: 'pick'});
    this.note = h('p', {class: 'muted'});
    this.form = form({class: 'panel', id: 'place-for'}, () => this.place(), h('h4', {}, 'Chips a player puts down'),
      h('div', {class: 'row'}, field('Box', this.box), field('Player', this.player)),
      field('Wagers and amounts', this.line), this.kind, this.late, h('button', {type: 'submit', class: 'go'}, 'Place'));
    this.root = h('div', {}, this.note, this.form);
  }

  /** What can be put down at this table, as its layout names it. */
  kinds(names) {
    const shown = names.length > MOST ? names.filter((name) => !/\d/.test(name)) : names;
    this.shown = shown;
    fill(this.kind, shown, () => [...shown.map((name) => button(name, () => this.add({wager: name}))),
      shown.length < names.length ? h('small', {class: 'muted'}, 'or touch the layout') : null]);
  }

  /** A place on the layout was touched: its wager joins the line. */
  add({wager, box}) {
    const said = this.line.value.trim().replace(/,$/, '');
    this.line.value = `${said ? `${said}, ` : ''}${wager} `;
    if (box) { this.box.value = box; this.box.oninput?.(); }
    this.line.focus();
  }

  update(view) {
    const seats = this.seats = view.seats || {};
    this.opening = view.opening || '';
    this.matched = view.matched || [];
    const [first = 'wager', second = ''] = this.shown || [];
    this.line.placeholder = this.opening ? `10 (${this.opening})` : `${first} 10${second ? `, ${second} 5` : ''}`;
    // Where dice fly, a late wager may still count if the law's people confirm it.
    const thrown = !view.betting && view.asked?.kind === 'roll' && view.look.late[0] !== '';
    this.form.hidden = !view.betting && !thrown;
    this.late.hidden = !thrown;
    if (thrown) this.lateWords.replaceChildren(cited(...view.look.late));
    if (this.round !== view.round) { this.line.value = ''; this.confirmed.checked = false; }
    this.round = view.round;
    this.free = Array.from({length: view.boxes || 1}, (_, place) => String(place + 1)).find((box) => !seats[box]) ?? '1';
    this.box.placeholder = this.free;
    this.note.textContent = view.betting || thrown ? '' : view.phase === 'wagers' ? 'Betting is not open yet.' : 'No more bets.';
    this.box.oninput = () => { const who = seats[this.box.value]; if (who) this.player.value = who; };
  }

  /** The box that is named; else where the player is, else the first that is free. */
  at(player) {
    return Number(this.box.value || Object.keys(this.seats).find((box) => this.seats[box] === player) || this.free);
  }

  async place() {
    const wagers = readWagers(this.line.value, this.opening, this.matched);
    if (!wagers) return tell(`“${this.line.value}” is not wagers and amounts`, {legal: this.line.placeholder});
    const player = this.player.value.trim();
    const done = await act({t: 'place-for', table: this.table, box: this.at(player), player, wagers, confirmed: this.confirmed.checked && !this.late.hidden});
    if (!done) return null;
    for (const written of [this.line, this.player, this.box]) written.value = '';
    // Who has gone on to something else meanwhile stays there.
    if (this.form.contains(document.activeElement)) this.box.focus();
    return null;
  }
}

/** "straight up 17 10, red 5" as names and cents; null when a part has no amount. A bare amount is the opening wager,
 *  where the game has one, and as much on what must match it. */
export function readWagers(line, opening = '', matched = []) {
  const wagers = [];
  for (const part of line.split(',').map((piece) => piece.trim()).filter(Boolean)) {
    const bare = opening && cents(part);
    const match = bare ? [part, opening, part] : /^(.*\S)\s+(\S+)$/.exec(part);
    const amount = match && cents(match[2]);
    if (!amount) return null;
    wagers.push([match[1], amount], ...(bare ? matched.map((wager) => [wager, amount]) : []));
  }
  return wagers.length ? wagers : null;
}
