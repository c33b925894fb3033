// What the table waits for, and the way a dealer enters it: cards, number, dice, shuffle, cut, decisions.

import {colourOf, dicePicture} from './chips.js';
import {letters} from './console-keys.js';
import {act, ask, button, cents, clauseChip, countdown, fill, h, may, money, sheet, sure, tell} from './console-kit.js';
import {face} from './console-felt.js';
import {PokerEntry} from './poker_console.js';

const RANKS = [...'A23456789TJQK'];
const SUITS = {s: '♠', h: '♥', d: '♦', c: '♣'};
// Where fingers tap the pads, a keyboard on the screen would only cover them.
const TAPPED = matchMedia('(pointer: coarse)').matches ? 'none' : null;
const CARDS = ['deal', 'burn', 'reveal'];
const ENTERED = [...CARDS, 'shuffle', 'cut', 'roll', 'spin'];

/** Cards as people type them ("As 7d", "10h kd", "as7d", "?" for a back, "/" for the cutting card). */
export function readCards(typed) {
  const cards = [];
  let cutting = false;
  let rest = typed.trim();
  while (rest) {
    const match = /^(?:(\?+)|(\/)|(10|[a2-9tjqk])([shdc♠♥♦♣]))[\s,]*/i.exec(rest);
    if (!match) return {cards, cutting, rest};
    const [all, back, cut, rank, suit] = match;
    // "??" is how a back is written down; any other run of marks is a back each.
    if (back) cards.push(...Array(back.length === 2 ? 1 : back.length).fill('??'));
    else if (cut) cutting = true;
    else cards.push((rank === '10' ? 'T' : rank.toUpperCase()) + suitOf(suit));
    rest = rest.slice(all.length);
  }
  return {cards, cutting, rest: ''};
}

const suitOf = (text) => Object.keys(SUITS).find((suit) => SUITS[suit] === text) || text.toLowerCase();

/** All that the law has staff do at this table, by the time it comes up: some of it no step of a round can prompt. */
async function showDuties(table) {
  const result = await ask({t: 'duties', table});
  if (!result) return;
  const whens = [...new Set(result.duties.map(({when}) => when))];
  sheet('Duties', whens.map((when) => [h('h4', {}, capital(when)), h('ul', {}, result.duties.filter((duty) => duty.when === when)
    .map((duty) => h('li', {}, duty.what, ' ', clauseChip(duty.clause))))]));
}

/** The panel that always shows the one next thing to do. */
export class Entry {
  constructor(you, table) {
    this.you = you;
    this.table = table;
    this.words = h('div', {id: 'asked', tabindex: -1, 'aria-live': 'polite', 'aria-atomic': 'true'});
    this.duties = h('ul', {class: 'duties', 'aria-label': 'what staff do now'});
    this.place = h('div', {id: 'entry'});
    this.sum = h('p', {class: 'muted'});
    this.back = h('div', {class: 'take-back'});
    this.all = button('All duties', () => showDuties(table), {id: 'all-duties', class: 'quiet'});
    this.poker = new PokerEntry(this);
    this.root = [this.words, h('section', {class: 'next', 'aria-label': 'next thing to do'}, this.back, this.place, this.duties, this.all)];
  }

  update(view) {
    this.view = view;
    const asked = view.asked;
    fill(this.words, [view.waiting, asked?.words, asked?.clause, asked?.hand, view.clock, view.status, view.pending, view.referrals], () => this.prompt(view));
    fill(this.duties, view.duties || [], () => (view.duties || []).map((duty) =>
      h('li', {}, duty.what, ' ', clauseChip(duty.clause))));
    this.all.hidden = view.kind === 'poker';
    this.takeBack(view);
    const {length} = view.wagers;
    // Apart from the rest, so that no button is drawn anew under a finger while wagers come in.
    this.sum.textContent = length ? `${money(total(view.wagers))} on the layout, ${length} wager${length > 1 ? 's' : ''}` : 'No wager yet.';
    const key = [asked, view.pending, view.round, view.betting, view.mode, view.status];
    const real = view.kind === 'poker' && view.mode === 'physical' && view.status !== 'closed' && may(this.you, 'dealer');
    if (fill(this.place, real ? [...key, view.may_deal] : key, () => (real ? this.poker.body(view) : this.body(view)))) this.focus();
    if (real) this.poker.moved(view);
  }

  prompt(view) {
    const asked = view.asked;
    const waiting = (view.referrals || []).map((referral) => h('p', {class: 'waits', role: 'alert'},
      `${referral.round === view.round && asked ? 'Waits' : `Round ${referral.round} ended and still waits`} for the supervisor: ${referral.words} `, h('kbd', {}, 'u')));
    if (!asked) return [h('p', {class: 'words'}, view.status === 'closed' ? 'The table is closed.' : capital(view.waiting) || 'Nothing is asked just now.'), waiting];
    return [
      h('p', {class: 'words'}, capital(asked.words), ' ', clauseChip(asked.clause)),
      view.clock ? h('p', {class: 'clock'}, countdown(view.clock.ends, `${view.clock.what}: `)) : null, waiting,
    ];
  }

  body(view) {
    const asked = view.asked;
    if (view.status === 'closed' && !asked && may(this.you, 'supervisor')) return button('Open the table', () => this.do('open-table'), {class: 'big', id: 'open-now'});
    if (!asked || !may(this.you, 'dealer')) return null;
    if (view.pending) return this.pending(view);
    if (asked.kind === 'gather') return this.gathering();
    if (asked.kind === 'direct') return this.direct(asked);
    if (['choose', 'offer'].includes(asked.kind)) return this.decision(asked, view);
    if (view.mode !== 'physical') return h('p', {class: 'muted'}, 'The virtual equipment does this by itself.');
    if (CARDS.includes(asked.kind)) return this.cards(asked);
    if (asked.kind === 'spin') return this.spin(asked);
    if (asked.kind === 'roll') return this.roll(asked);
    if (asked.kind === 'shuffle') return button('Shuffle done', () => this.enter({type: 'shuffled'}), {class: 'big go', id: 'shuffled', 'data-first': true});
    if (asked.kind === 'cut') return this.cut(asked);
    return null;
  }

  do(t, more = {}, said = {}) {
    return act({t, table: this.table, ...more}, said);
  }

  /** A button that rests until it is known what came of it. */
  async once(pressed, t, more = {}) {
    pressed.disabled = true;
    if (!await this.do(t, more)) pressed.disabled = false;
  }

  /** Tell the table what cards, dice or ball did; it reads it back before it counts. */
  async enter(answer) {
    const result = await this.do('enter', {answer});
    if (result?.differs) tell(result.words);
    return result;
  }

  /** An entry with nothing in it that could be mistyped needs no second look. */
  async plainly(answer) {
    if (await this.enter(answer)) await (this.view.entry === 'twice' ? this.enter(answer) : this.do('confirm'));
  }

  /** Put the cursor where the next key belongs, unless somebody writes elsewhere. What cannot be taken back
   *  (a decision, no more bets) never waits under Enter: a key pressed once too often must do nothing. */
  focus(now = document.activeElement) {
    if (now.matches?.('input, select, textarea') && !this.place.contains(now)) return;
    if (document.querySelector('dialog[open]')) return;
    (this.place.querySelector('[data-first]') ?? this.words).focus({preventScroll: true});
    this.place.closest('.side')?.scrollTo(0, 0);
  }

  // -- wagers and decisions --------------------------------------------------------------------------

  gathering() {
    return [
      button(['No more bets ', h('kbd', {}, 'n')], (event) => this.once(event.currentTarget, 'no-more-bets'), {id: 'no-more-bets', class: 'big go', 'data-key': 'n'}),
      this.sum,
    ];
  }

  /** A player's decision: pressed here for those with chips, made at the terminal by the others. */
  decision(asked, view) {
    const chips = (view.walk_ins || []).includes(asked.player);
    // An offer is simply not taken up; no second look is needed for that.
    const declined = chips && asked.pass ? button([h('kbd', {}, '0'), ' No'],
      (event) => this.once(event.currentTarget, 'silence'), {id: 'silence', class: 'big', 'data-key': '0', title: 'the offer is not taken up (0)'}) : null;
    return [
      chips ? null : h('p', {class: 'muted'}, `${asked.player} decides at the terminal.`),
      h('div', {class: 'options'}, this.lettered(asked, (option, key) => this.option(asked, option, key, chips)), declined ? h('div', {class: 'option'}, declined) : null),
      declined ? null : this.silence(asked),
    ];
  }

  /** Each option with the letter that is its key. */
  lettered(asked, draw) {
    const keys = letters(asked.options);
    return asked.options.map((option) => draw(option, keys.get(option.name)));
  }

  option(asked, option, key, chips) {
    const free = option.most !== null && option.most !== undefined && option.least !== option.most;
    const label = {class: 'amount', 'aria-label': `${option.name}: amount`};
    const sized = option.sizes?.length ? h('select', label, option.sizes.map((size) => h('option', {value: dollars(size)}, money(size)))) : null;
    const amount = sized ?? (free ? h('input', {...label, inputmode: 'decimal', value: dollars(option.most)}) : null);
    const press = () => {
      const amountCents = amount ? cents(amount.value) : null;
      if (amount && amountCents === null) return tell(`${amount.value} is no amount`);
      return this.do('decide-for', {hand: asked.hand, player: asked.player || '', name: option.name,
        ...(amountCents === null ? {} : {amount: amountCents})});
    };
    return h('div', {class: 'option'},
      button([h('kbd', {}, key), ' ', capital(option.name),
        option.most && !free ? h('small', {}, ` ${money(option.most)}`) : null, option.back ? h('small', {}, ` ${money(option.back)} back`) : null], press,
      {class: 'big', 'data-option': option.name, 'data-key': key, disabled: !chips, title: option.means}),
      chips ? amount : null, clauseChip(option.clause));
  }

  direct(asked) {
    const {role} = asked;
    const leave = may(this.you, role);
    return [
      h('p', {class: 'office'}, `The ${asked.hand} decides.`, leave ? null : h('small', {}, ` A ${role} must press this.`)),
      h('div', {class: 'options'}, this.lettered(asked, (option, key) => h('div', {class: 'option'},
        button([h('kbd', {}, key), ' ', capital(option.name)], () => this.do('direct', {name: option.name}),
          {class: 'big', 'data-direct': option.name, 'data-key': key, disabled: !leave, title: option.means}),
        clauseChip(option.clause)))),
      this.silence(asked),
    ];
  }

  /** Nobody answers: what the law makes of that, pressed twice. */
  silence(asked) {
    const words = asked.silence?.words;
    const button = sure('Nobody answered', 'Again: the law decides', () => this.do('silence'), {id: 'silence', class: 'quiet', 'data-key': '0',
      title: words ? `${words} (0)` : 'what the law makes of silence (0)'});
    return words ? [button, h('small', {class: 'muted', id: 'silence-means'}, ` ${words} `, clauseChip(asked.silence.clause) || '(house rule)')] : button;
  }

  /** What this person entered last, while nothing else has happened: pressed twice it is taken back. The place for it is
   *  always there, so that nothing below it moves. */
  takeBack(view) {
    const last = (view.last_entry?.by || []).includes(this.you.name) ? view.last_entry : null;
    this.back.hidden = view.mode !== 'physical' || !may(this.you, 'dealer');
    fill(this.back, last, () => last && sure([h('kbd', {}, 'z'), ` Take back: ${last.words}`], 'Again: it is taken back',
      () => this.do('take-back', {n: last.n}, {done: 'taken back; it stays in the journal'}), {id: 'take-back', class: 'quiet', 'data-key': 'z'}));
  }

  // -- an entry that waits to be confirmed -----------------------------------------------------------

  pending(view) {
    const {words, by} = view.pending;
    const entry = view.pending.entry ?? view.pending.answer;
    const shown = entry?.cards ? h('div', {class: 'cards'}, entry.cards.map((card) => face(card)))
      : h('strong', {class: numberClass(entry?.number)}, entry?.numbers ? dicePicture(entry.numbers) : words);
    const twice = view.entry === 'twice' || view.pending.twice;
    return [
      h('div', {class: 'pending', role: 'status'}, shown, h('small', {}, `entered by ${by}: ${words}`)),
      twice ? h('p', {class: 'muted'}, 'Enter the same again to confirm.') : null,
      twice ? this.again(view.asked) : null,
      h('div', {class: 'row'},
        twice ? null : button(['Confirm ', h('kbd', {}, '⏎')], (event) => this.once(event.currentTarget, 'confirm', {n: view.pending.n}), {id: 'confirm', class: 'big go', 'data-first': true}),
        button(['Drop ', h('kbd', {}, 'Esc')], (event) => this.once(event.currentTarget, 'drop-entry'), {id: 'drop', class: 'big quiet'})),
    ];
  }

  /** The same pad once more, where an entry counts when it was made twice. */
  again(asked) {
    if (CARDS.includes(asked.kind)) return this.cards(asked);
    if (asked.kind === 'spin') return this.spin(asked);
    if (asked.kind === 'roll') return this.roll(asked);
    if (asked.kind === 'cut') return this.cut(asked);
    return button('Shuffle done', () => this.enter({type: 'shuffled'}), {class: 'big go', 'data-first': true});
  }

  // -- cards -----------------------------------------------------------------------------------------

  cards(asked) {
    const count = asked.count ?? 1;
    if (asked.kind === 'reveal' && count === 0) {
      return button(asked.collected ? 'Collected' : asked.open ? 'Checked: settle' : 'Turned up', () => this.plainly({type: 'cards', cards: []}), {class: 'big go', 'data-first': true, id: 'turned'});
    }
    const input = h('input', {id: 'card-input', 'data-first': true, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', inputmode: TAPPED,
      placeholder: count === 1 ? 'As' : 'As 7d', 'aria-label': `${count} card${count > 1 ? 's' : ''}: type rank and suit, Enter`});
    const shown = h('div', {class: 'cards typed', 'aria-hidden': 'true'});
    const show = () => {
      const {cards, cutting, rest} = readCards(input.value);
      const empty = Array.from({length: Math.max(0, count - cards.length)}, () => h('span', {class: 'slot'}));
      shown.replaceChildren(...(cutting ? [h('span', {class: 'cutting'}, 'cutting card')] : []), ...cards.map((card) => face(card)), ...empty);
      input.setAttribute('aria-invalid', String(rest.length > 1));
    };
    const send = () => this.sendCards(input, count, asked.face_up || asked.kind === 'reveal' ? 'As, 7d, 10h' : 'As, 7d, 10h, ? for a back');
    input.addEventListener('input', show);
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') { event.preventDefault(); send(); }
      if (event.key === 'Escape') { input.value = ''; show(); }
    });
    show();
    const several = asked.kind === 'deal' ? h('p', {class: 'muted'}, 'Several at once go on to the hands that follow.') : null;
    return h('div', {class: 'card-entry'}, shown, h('div', {class: 'row'}, input,
      button('Enter', send, {class: 'go', id: 'enter'})), several, this.cardPad(input, show, send, asked, count));
  }

  /** Rank row and suit row, for touch and mouse; the entry goes off when its last card is complete. */
  cardPad(input, show, send, asked, count) {
    const put = (piece) => {
      input.value += piece;
      show();
      const {cards, rest} = readCards(input.value);
      if (!rest && cards.length === count) send();
      else input.focus({preventScroll: true});
    };
    const clear = () => {
      const {cards} = readCards(input.value);
      input.value = (input.value.trim().length % 2 ? cards : cards.slice(0, -1)).join(' ');
      if (input.value) input.value += ' ';
      show();
    };
    const backs = asked.kind !== 'reveal' && !asked.face_up;
    return h('div', {class: 'card-pad'},
      h('div', {class: 'ranks'}, RANKS.map((rank) => button(rank === 'T' ? '10' : rank, () => put(` ${rank}`), {'data-rank': rank}))),
      h('div', {class: 'suits'}, Object.entries(SUITS).map(([suit, sign]) => button(sign, () => put(suit),
        {'data-suit': suit, class: 'hd'.includes(suit) ? 'red' : '', 'aria-label': {s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs'}[suit]})),
      backs ? button('back', () => put(' ??'), {'data-back': true, title: 'a card lying face down (?)'}) : null,
      asked.kind === 'deal' ? button('cutting card', () => { input.value = `/ ${input.value}`; show(); input.focus(); },
        {title: 'the cutting card came out first (/)', class: 'small'}) : null,
      button('⌫', clear, {'aria-label': 'take the last card away'})));
  }

  sendCards(input, count, legal) {
    const {cards, cutting, rest} = readCards(input.value);
    if (!input.value.trim()) return tell(`${count} card${count > 1 ? 's are' : ' is'} asked for`, {legal});
    if (rest) return tell(`${rest} is no card`, {legal});
    if (cards.length < count && !(cutting && !cards.length)) {
      return tell(`${cards.length} card${cards.length === 1 ? '' : 's'}, and ${count} are asked for`, {legal: `${count} cards, or more for the hands that follow`});
    }
    input.value = '';
    return this.enter({type: 'cards', cards, ...(cutting ? {cutting_card: true} : {})});
  }

  // -- wheel, dice, cut ------------------------------------------------------------------------------

  spin(asked) {
    const pockets = [...new Set(asked.pockets || [])];
    const zeros = pockets.filter((pocket) => /^0+$/.test(pocket)).sort();
    const others = pockets.filter((pocket) => !/^0+$/.test(pocket)).sort((a, b) => a - b || a.localeCompare(b));
    const numbered = others.every((pocket) => /^\d+$/.test(pocket));
    const send = (number) => this.enter({type: 'ball', number});
    const legal = numbered ? `${zeros.join(', ')}, 1 to 36` : others.join(', ');
    const input = this.typed('number-input', numbered ? 'number, then Enter' : 'symbol, then Enter', (value) => {
      const onWheel = pockets.includes(value) || (asked.also ?? []).includes(value);
      return onWheel ? send(value) : tell(`this wheel has no ${value}`, {legal, clause: asked.wheel});
    }, '', numbered ? undefined : 'text');
    const key = (pocket) => button(pocket, () => send(pocket), {'data-number': pocket, class: numbered ? numberClass(pocket) : ''});
    return h('div', {class: 'wheel-entry'}, input,
      h('div', {class: 'zeros'}, zeros.map(key)), h('div', {class: 'numbers'}, others.map(key)),
      asked.also?.length ? peg(others, send) : '');
  }

  roll(asked) {
    const count = asked.count ?? 2;
    const thrown = Array(count).fill(0);
    const send = (numbers) => this.enter({type: 'dice', numbers});
    const input = this.typed('dice-input', `${count} dice, as ${'341625'.slice(0, count)}`, (value) => {
      const numbers = [...value.replace(/\D/g, '')].map(Number);
      const wrong = numbers.some((number) => number < 1 || number > 6);
      if (numbers.length !== count || wrong) {
        const clause = numbers.length === count ? asked.faces : asked.how_many;
        return tell(`${value} is not ${count} dice`, {legal: `${count} numbers from 1 to 6`, clause});
      }
      return send(numbers);
    });
    const rows = thrown.map((_, place) => h('div', {class: 'die-row', role: 'group', 'aria-label': `die ${place + 1}`},
      [1, 2, 3, 4, 5, 6].map((number) => button(die(number), (event) => {
        thrown[place] = number;
        for (const other of event.currentTarget.parentElement.children) other.setAttribute('aria-pressed', 'false');
        event.currentTarget.setAttribute('aria-pressed', 'true');
        if (thrown.every(Boolean)) send(thrown);
      }, {'data-die': `${place + 1}-${number}`, 'aria-label': `die ${place + 1} shows ${number}`, 'aria-pressed': 'false'}))));
    return h('div', {class: 'dice-entry'}, input, rows);
  }

  /** Nobody counts the cards of a cut: the dealer sees that it lies where it may. One that does not is asked for again. */
  cut(asked) {
    const bounds = `${asked.least} to ${asked.most} cards from the back`;
    const counted = this.typed('cut-input', 'cards from the back', (value) => {
      if (!/^\d+$/.test(value)) return tell(`${value} is no number of cards`, {legal: bounds});
      return this.enter({type: 'cut', from_back: Number(value)});
    });
    counted.querySelector('input').removeAttribute('data-first');
    return [button('Cut made, within the bounds', () => this.plainly({type: 'cut'}), {class: 'big go', id: 'cut-made', 'data-first': true}),
      h('details', {class: 'cut-elsewhere'}, h('summary', {}, 'It went in somewhere else'), counted)];
  }

  /** A short field with Enter, the keyboard's way to any entry. */
  typed(id, label, send, value = '', mode = id === 'cut-input' ? 'numeric' : TAPPED ?? 'numeric') {
    const input = h('input', {id, 'data-first': true, 'aria-label': label, placeholder: label, autocomplete: 'off', inputmode: mode, value});
    const go = () => { if (input.value.trim()) { send(input.value.trim()); input.value = ''; } };
    input.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); go(); } });
    return h('div', {class: 'row'}, input, button('Enter', go, {class: 'go'}));
  }
}

/** The wheel stopped between two symbols: the one that has passed, then the one that would have come. */
function peg(symbols, send) {
  const chosen = ['', ''];
  const row = (words, place) => h('div', {class: 'numbers', role: 'group', 'aria-label': words}, h('span', {class: 'dim'}, words),
    symbols.map((symbol) => button(symbol, (event) => {
      chosen[place] = symbol;
      for (const other of event.currentTarget.parentElement.children) other.setAttribute('aria-pressed', 'false');
      event.currentTarget.setAttribute('aria-pressed', 'true');
      if (chosen.every(Boolean)) send(`peg ${chosen.join('/')}`);
    }, {'data-peg': `${place + 1}-${symbol}`, 'aria-pressed': 'false'})));
  return h('details', {class: 'on-a-peg'}, h('summary', {}, 'It stopped on a peg'), row('just passed', 0), row('oncoming', 1));
}

// -- words and pictures -------------------------------------------------------------------------------

export const entered = (kind) => ENTERED.includes(kind);
export const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : '');
export const total = (wagers) => wagers.reduce((sum, wager) => sum + wager.amount, 0);
const dollars = (amount) => (amount / 100).toFixed(amount % 100 ? 2 : 0);

export const numberClass = (number) => (number === undefined || number === null ? '' : colourOf(String(number)));

/** One face of a die. */
export const die = (number) => dicePicture([number]);
