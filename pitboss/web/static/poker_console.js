// A hand between players with real cards: every act is a key; amounts, cards and hands are typed in one line.

import {readCards} from './console-entry.js';
import {face} from './console-felt.js';
import {button, cents, clauseChip, h, money, sure, tell} from './console-kit.js';

// The letter of each act. Amounts need none: they are simply typed.
const LETTERS = {fold: 'f', check: 'k', call: 'c', 'all-in': 'a', decline: 'd', 'take the kitty': 't'};
const ACTS = {fold: 'Fold', check: 'Check', call: 'Call', decline: 'Leave it', 'take the kitty': 'Take the kitty'};
// Stages in which cards are typed: what they are, and the act that tells them.
const TYPED = {cards: 'cards', show: 'show', set: 'set'};
const OF_CARDS = /^[2-9tjqkashdc10?]$/i;
const SIZES = [3, 5, 5];
// Where fingers tap the pads, a keyboard on the screen would only cover them.
const TAPPED = matchMedia('(pointer: coarse)').matches ? 'none' : null;

/** The next thing to do at a table with real cards, and the keys that were typed ahead of it. */
export class PokerEntry {
  constructor(entry) {
    this.entry = entry;
    this.ahead = [];
    this.sent = null;
  }

  /** The table has moved on: keys that were typed meanwhile are typed now. */
  moved(view) {
    this.view = view;
    if (this.sent !== null && view.version > this.sent) { this.sent = null; this.catchUp(); }
  }

  catchUp() {
    while (this.ahead.length && this.sent === null) this.press(this.ahead.shift());
  }

  /** Give a command; until the table has moved on, keys wait. */
  async give(t, more = {}) {
    this.sent = this.view.version;
    this.line.value = '';
    const done = await this.entry.do(t, more);
    if (!done) { this.sent = null; this.ahead = []; }
    else if (this.view.version > (this.sent ?? Infinity)) { this.sent = null; this.catchUp(); }
  }

  enter(did, seat = this.seat) {
    return this.give('enter', {answer: {did, box: seat}, step: this.view.asked.step});
  }

  body(view) {
    const {asked} = view;
    this.view = view;
    this.seat = asked?.seat ?? 0;
    this.line = h('input', {id: 'poker-line', 'data-first': true, 'data-line': true, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      inputmode: TAPPED ?? (asked?.stage === 'bet' ? 'decimal' : null), 'aria-label': this.label(asked), placeholder: this.label(asked)});
    this.shown = h('div', {class: 'cards typed', 'aria-hidden': 'true'});
    this.line.addEventListener('keydown', (event) => this.key(event));
    this.line.addEventListener('input', () => this.typed());
    this.seats = h('div', {class: 'pick poker-seats', role: 'group', 'aria-label': 'whose act'});
    this.pickSeat();
    return [
      asked?.bound ? h('p', {class: 'waits', id: 'bound'}, `Seat ${asked.seat} must ${asked.bound.words} `, clauseChip(asked.bound.clause)) : null,
      h('div', {class: 'options poker-acts'}, this.acts(asked)), this.seats, this.shown,
      h('div', {class: 'row'}, this.line, button('Enter', () => this.send(), {class: 'go', id: 'poker-enter'})),
      this.takesCards(asked) ? this.entry.cardPad(this.line, () => this.typed(false), () => this.send(), {kind: 'reveal'}, this.wanted()) : null,
      asked?.stage === 'bet' ? sure('Time has passed', 'Again: the time is up', () => this.give('silence'), {id: 'time-up', class: 'quiet'}) : null,
    ];
  }

  label(asked) {
    if (!asked) return 'd: deal the next hand';
    const {stage, kind} = asked;
    if (kind === 'push') return 'p: the pot is pushed';
    if (stage === 'bet') return `amount: ${this.raise(asked) ? 'bet or raise to' : 'no raise now'}; p20 puts chips, o25 one chip`;
    if (stage === 'draw') return 'how many cards?';
    return {cards: 'As Kd 2c', show: 'cards shown, x: thrown away', set: 'front, middle, back', runs: 'how many boards?', discard: '1: gives up a card'}[stage] ?? '';
  }

  takesCards(asked) { return Boolean(asked && TYPED[asked.stage]); }
  raise(asked) { return asked.options.find((option) => option.least !== null && option.least !== undefined && option.name !== 'run'); }

  /** How many cards are still to be typed. */
  wanted() {
    const {asked, players} = this.view;
    if (asked.stage === 'cards') return asked.count;
    const cards = players[this.seat]?.cards ?? [];
    return asked.stage === 'set' ? cards.length : cards.filter((card) => card === '??').length;
  }

  // -- buttons, each with its key --------------------------------------------------------------------

  acts(asked) {
    const key = (letter, words, press, more = {}) => h('div', {class: 'option'}, button([h('kbd', {}, letter), ' ', words], press, {class: 'big', 'data-key': letter, ...more}), clauseChip(more.clause));
    if (!asked) return [key('d', 'Deal the next hand', () => this.give('deal'), {id: 'deal-hand', class: 'big go', disabled: !this.view.may_deal})];
    if (asked.kind === 'push') return [key('p', 'The pot is pushed', () => this.enter({act: 'push'}), {id: 'push', class: 'big go'})];
    if (asked.stage === 'show') return [key('x', 'Throws the hand away', () => this.enter({act: 'muck'}))];
    if (asked.stage === 'draw') return [0, 1, 2, 3, 4, 5].map((n) => key(String(n), n ? `${n} card${n > 1 ? 's' : ''}` : 'Stands pat', () => this.enter({act: 'discard', cards: Array(n).fill('??')})));
    if (asked.stage === 'discard') return [key('1', 'Gives up a card', () => this.enter({act: 'discard', cards: ['??']}))];
    if (asked.stage === 'runs') return (asked.options[0]?.sizes ?? []).map((n) => key(String(n), n > 1 ? `${n} boards` : 'One board', () => this.enter({act: 'run', times: n})));
    if (asked.stage !== 'bet') return [];
    const plain = asked.options.filter(({name}) => LETTERS[name]).map(({name, amount, clause}) => key(LETTERS[name],
      [ACTS[name], amount ? h('small', {}, ` ${money(amount)}`) : null], () => this.enter({act: name}), {'data-option': name, clause}));
    const most = this.view.players[asked.seat];
    return [...plain, key('a', ['All in', h('small', {}, ` ${money(most.stack)}`)], () => this.enter({act: 'all-in'}), {'data-option': 'all-in'}), this.sizes(asked)];
  }

  /** What a bet or raise may come to, and buttons for the fingers. */
  sizes(asked) {
    const raise = this.raise(asked);
    if (!raise) return null;
    const sizes = raise.sizes?.length ? raise.sizes : [...new Set([raise.least, Math.min(raise.most, raise.least * 2), raise.most])];
    return h('div', {class: 'option poker-sizes'}, h('span', {class: 'muted'}, `${raise.name === 'bet' ? 'Bet' : 'Raise to'} ${money(raise.least)} – ${money(raise.most)}`),
      sizes.slice(0, 4).map((to) => button(money(to), () => this.enter({act: 'raise', to}), {'data-size': to})), clauseChip(raise.clause));
  }

  /** Whose act it is: the one whose turn it is, unless somebody else is chosen. */
  pickSeat(step = 0) {
    const {asked, players} = this.view;
    const here = asked && ['bet', 'show'].includes(asked.stage) ? Object.keys(players).filter((seat) => !players[seat].folded).map(Number) : [];
    if (step && here.length) this.seat = here[(here.indexOf(this.seat) + step + here.length) % here.length];
    this.seats.hidden = !here.length;
    this.seats.replaceChildren(...here.map((seat) => button(`${seat} ${players[seat].player}`, () => { this.seat = seat; this.pickSeat(); this.line.focus({preventScroll: true}); },
      {'data-seat': seat, 'aria-pressed': String(seat === this.seat), class: seat === asked.seat ? 'turn' : ''})));
    if (asked && this.takesCards(asked)) this.typed(false);
  }

  // -- keys ------------------------------------------------------------------------------------------

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const waits = this.sent !== null && (event.key.length === 1 || event.key === 'Enter');
    if (waits) { this.ahead.push(event.key); event.preventDefault(); event.stopPropagation(); return; }
    if (this.take(event.key)) { event.preventDefault(); event.stopPropagation(); return; }
    // What belongs in the line is no key of the page.
    if (this.line.value || this.ofLine(event.key)) event.stopPropagation();
  }

  /** Does a key begin something that is typed in the line? */
  ofLine(key) {
    return this.takesCards(this.view.asked) ? OF_CARDS.test(key) : /^[0-9.rbpo]$/.test(key);
  }

  /** A key that is more than a letter of the line: true when it was one. */
  take(key) {
    if (key === 'Enter') { this.send(); return true; }
    if (key === 'Escape') { this.line.value = ''; this.seat = this.view.asked?.seat ?? 0; this.pickSeat(); return true; }
    if (key === 'ArrowDown' || key === 'ArrowUp') { this.pickSeat(key === 'ArrowDown' ? 1 : -1); return true; }
    if (this.line.value) return false;
    const actButton = this.entry.place.querySelector(`.poker-acts [data-key="${CSS.escape(key)}"]`);
    if (actButton && !actButton.disabled) actButton.click();
    return Boolean(actButton);
  }

  /** A key that was typed ahead. */
  press(key) {
    if (this.take(key)) return;
    if (!this.line.value && !this.ofLine(key)) {
      // A key of the page; what was typed after it was meant for what it opens.
      this.ahead = [];
      this.line.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
      return;
    }
    this.line.value += key;
    this.typed();
  }

  /** Cards go off when the last of them is typed. */
  typed(sends = true) {
    if (!this.takesCards(this.view.asked)) return;
    const {cards, rest} = readCards(this.line.value);
    const count = this.wanted();
    this.shown.replaceChildren(...cards.map((card) => face(card)), ...Array.from({length: Math.max(0, Math.min(count, 13) - cards.length)}, () => h('span', {class: 'slot'})));
    this.line.setAttribute('aria-invalid', String(rest.length > 1));
    if (sends && !rest && cards.length === count) this.send();
  }

  send() {
    const {asked} = this.view;
    const said = this.line.value.trim();
    if (!asked || !said) return null;
    if (this.takesCards(asked)) return this.sendCards(asked.stage, said);
    const match = /^([rbpo])?\s*(\S+)$/i.exec(said);
    const amount = match && cents(match[2]);
    if (asked.stage !== 'bet' || !amount) { this.line.value = ''; return tell(`${said} is nothing that is done now`, {legal: 'a key of the buttons, or an amount'}); }
    const pieces = {p: 2, o: 1}[match[1]?.toLowerCase()];
    return this.enter(pieces ? {act: 'puts', amount, pieces} : {act: 'raise', to: amount});
  }

  sendCards(stage, said) {
    const {cards, rest} = readCards(said);
    if (rest) return tell(`${rest} is no card`, {legal: 'As, 7d, 10h'});
    if (stage !== 'set') return this.enter({act: TYPED[stage], cards});
    let at = 0;
    return this.enter({act: 'set', hands: SIZES.map((size) => cards.slice(at, at += size))});
  }
}
