// Seats of a table between players with real chips: who sits there with what; and how the hand lies, for the dealer.

import {act, button, cents, fill, form, h, field, money, tell, text} from './console-kit.js';

/** Everybody at the table, what lies before each, and whose turn it is. */
export function seatTable(view, face) {
  const held = view.held ?? {};
  const rows = Object.keys(held).map((seat) => {
    const player = view.players?.[seat];
    const state = !player ? (held[seat].away ? 'sits out' : held[seat].waits ? 'waits for the blind' : '') : player.acting ? 'to act' : player.folded ? 'folded' : player.all_in ? 'all in' : '';
    return h('tr', {class: `${player?.acting ? 'asked ' : ''}${player?.folded ? 'gone' : ''}`, 'data-seat-row': seat},
      h('td', {}, view.button === Number(seat) ? h('b', {class: 'dealer-button', title: 'the button'}, 'D') : ''), h('td', {}, seat), h('td', {}, held[seat].player),
      h('td', {class: 'figure'}, money(player ? player.stack : held[seat].stack)), h('td', {class: 'figure bet'}, player?.bet ? money(player.bet) : ''),
      h('td', {class: 'state'}, state), h('td', {}, h('span', {class: 'cards'}, (player && !player.folded ? player.cards : []).map(face))));
  });
  return [
    h('div', {class: 'poker-middle'}, (view.boards || []).filter((board) => board.length).map((board) => h('div', {class: 'cards', 'data-board': true}, board.map(face))),
      h('p', {class: 'pot'}, view.pot ? `Pot ${money(view.pot)}` : '', view.price ? h('span', {class: 'muted'}, `  to call ${money(view.price)}`) : '')),
    rows.length ? h('table', {class: 'list poker-table'}, h('tbody', {}, rows)) : h('p', {class: 'muted'}, 'Nobody sits here yet.'),
  ];
}

/** Who comes, goes, adds chips or sits out: a line for each, and buttons. */
export class Seats {
  constructor(table) {
    this.table = table;
    this.line = text('line', {id: 'seat-line', placeholder: '3 Ann 200', 'aria-label': 'seat, name if known, chips'});
    this.form = form({class: 'panel', id: 'seat-form'}, () => this.sit(), h('h4', {}, 'Somebody sits down'),
      field('Seat, name (if known), chips', this.line), h('button', {type: 'submit', class: 'go'}, 'Sit down'));
    this.list = h('div', {class: 'seat-list'});
    this.root = h('div', {}, this.form, this.list);
  }

  update(view) {
    this.view = view;
    this.form.hidden = view.status !== 'open';
    fill(this.list, [view.held, view.playing, view.straddle, view.boxes, view.round], () => this.rows(view));
  }

  do(box, what, more = {}) {
    return act({t: 'seat-for', table: this.table, box: Number(box), what, ...more});
  }

  rows(view) {
    const first = view.round === 0;
    return Object.entries(view.held ?? {}).map(([seat, held]) => {
      const amount = text('amount', {inputmode: 'decimal', placeholder: 'chips', 'aria-label': `chips for seat ${seat}`, class: 'amount'});
      const add = async () => {
        const amountCents = cents(amount.value);
        if (!amountCents) return tell(`${amount.value || 'nothing'} is no amount`, {legal: 'such as 50'});
        return (await this.do(seat, 'add', {amount: amountCents})) && (amount.value = '');
      };
      const straddles = view.straddle?.player === held.player;
      return h('div', {class: 'row seat-row', 'data-seat-of': seat}, h('b', {}, `${seat} ${held.player}`), h('span', {class: 'figure'}, money(held.stack)),
        amount, button('Add', add, {'data-add': seat}),
        held.away ? button('Back', () => this.do(seat, 'back'), {'data-back-in': seat}) : button('Sits out', () => this.do(seat, 'out'), {'data-out': seat}),
        held.owes ? button(`Posts ${money(held.owes.amount)}`, () => this.do(seat, 'post'), {'data-post': seat}) : null,
        straddles ? button(`Straddles ${money(view.straddle.amount)}`, () => this.do(seat, 'straddle', {amount: view.straddle.amount}), {'data-straddle': seat}) : null,
        first ? button('Button', () => this.do(seat, 'button'), {'data-button': seat, title: 'the button lies here'}) : null,
        button('Leaves', () => this.do(seat, 'leave'), {'data-leave': seat, class: 'quiet'}));
    });
  }

  /** "3 Ann 200", "3 200" or "200": the seat that is named, or the first that is free. */
  async sit() {
    const words = this.line.value.trim().split(/\s+/);
    const amount = cents(words.pop() ?? '');
    const taken = this.view.held ?? {};
    const free = Array.from({length: this.view.boxes}, (_, place) => String(place + 1)).find((seat) => !taken[seat]);
    const box = /^\d+$/.test(words[0] ?? '') ? words.shift() : free;
    if (!amount || words.length > 1) return tell(`“${this.line.value}” is no seat with chips`, {legal: '3 Ann 200, or 3 200'});
    if (await this.do(box ?? 0, 'sit', {amount, player: words[0] ?? ''})) { this.line.value = ''; this.line.focus(); }
    return null;
  }
}
