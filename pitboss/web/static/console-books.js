// Journal and ledger: what was written, in words, and where the money is.

import {ask, awake, button, clauseChip, clock, fill, h, money, signed, text} from './console-kit.js';

const PAGE = 200;
const EVERY = 3000;

/** Ask again now and then, while the view is open and somebody is there. */
class Live {
  update(view, open) {
    const opened = open && !this.open;
    this.open = open;
    if (opened) this.again();
  }

  async again() {
    clearTimeout(this.timer);
    if (!this.open || !this.root.isConnected) return;
    if (awake()) await this.read();
    this.timer = setTimeout(() => this.again(), EVERY);
  }
}

export class Journal extends Live {
  /** Of a table, of a stream that is none, or of all. */
  constructor(table = '', stream = '') {
    super();
    this.table = table;
    this.stream = stream;
    this.last = null;
    this.first = null;
    this.body = h('tbody', {});
    this.find = text('find', {placeholder: 'filter: a name, a word, a type', 'aria-label': 'filter the journal', oninput: () => this.filter()});
    const from = table || stream ? `?table=${encodeURIComponent(table || stream)}` : '';
    this.root = h('div', {class: 'book'}, h('div', {class: 'row'}, this.find,
      h('a', {href: `/export/journal.json${from}`, download: ''}, 'JSON'), h('a', {href: `/export/journal.csv${from}`, download: ''}, 'CSV')),
    h('div', {class: 'scroll', tabindex: 0, 'aria-label': 'journal, newest first'}, h('table', {class: 'list journal'},
      h('thead', {}, h('tr', {}, ['pos', 'time', 'who', 'what happened', 'hash'].map((name) => h('th', {}, name)))), this.body)),
    this.more = button('Older', () => this.older(), {class: 'quiet'}));
  }

  async fetchEvents(where) {
    const result = await ask({t: 'journal', limit: PAGE, ...(this.table ? {table: this.table} : this.stream ? {stream: this.stream} : {}), ...where});
    return (result?.events || []).sort((a, b) => a.pos - b.pos);
  }

  /** What came since; the newest is on top. */
  async read() {
    const events = (await this.fetchEvents(this.last === null ? {} : {after: this.last})).filter((event) => event.pos > (this.last ?? 0));
    if (!events.length) return;
    this.first ??= events[0].pos;
    this.last = events.at(-1).pos;
    this.body.prepend(...events.map((event) => this.row(event)).reverse());
    this.filter();
  }

  async older() {
    const events = await this.fetchEvents({before: this.first ?? 1});
    this.more.disabled = events.length < PAGE;
    if (!events.length) return;
    this.first = events[0].pos;
    this.body.append(...events.map((event) => this.row(event)).reverse());
    this.filter();
  }

  row(event) {
    const body = event.body ?? {};
    return h('tr', {'data-pos': event.pos}, h('td', {class: 'pos'}, String(event.pos)), h('td', {}, clock(event.at)),
      h('td', {}, event.actor), h('td', {title: JSON.stringify(body)},
        this.table || this.stream ? null : h('small', {class: 'muted'}, `${event.stream} `), h('b', {}, NAMES[event.type] ?? event.type), ' ',
        body.sealed || inWords(event.type, body),
        ' ', clauseChip(body.clause)), h('td', {class: 'hash', title: event.hash}, (event.hash || '').slice(0, 8)));
  }

  filter() {
    const wanted = this.find.value.toLowerCase();
    for (const row of this.body.children) row.hidden = Boolean(wanted) && !row.textContent.toLowerCase().includes(wanted);
  }
}

// What an event is called where its name alone would tell little.
const NAMES = {acts: '', round: 'round starts', ended: 'round over', entry: 'entered', 'entry-dropped': 'entry dropped', seated: 'sits down', left: 'leaves',
  'sign-in-refused': 'sign-in refused', chips: 'plays with chips', rested: 'table rests', proof: 'shuffle opened', 'taken-back': 'takes back', referred: 'for the supervisor'};
const amounts = new Set(['amount', 'stake', 'pays', 'minimum', 'maximum', 'credits', 'to']);
const times = new Set(['starts', 'shown', 'at', 'until', 'expires', 'closes']);
const dull = new Set(['state', 'standing', 'memory', 'events', 'digest', 'answers', 'clause', 'played', 'lines', 'shuffle', 'entered_by',
  'options', 'type', 'nonce', 'order']);

/** The body of an event as a person reads it. */
function inWords(type, body) {
  if (type === 'acts' && body.answers) {
    const besides = [body.why, body.entered_by ? `entered by ${body.entered_by}` : ''].filter(Boolean).join(', ');
    return body.answers.map((answer) => answered(answer, body)).join('; ') + (besides ? ` (${besides})` : '');
  }
  if (type === 'referred') return `report ${body.n} of round ${body.round}: ${body.words}`;
  if (type === 'decided') return `report ${body.n} of round ${body.round}, ${body.report}: ${body.what}, by ${body.people.join(' and ')} (${body.reason})`;
  if (type === 'proposed' && body.command?.t) return `${body.what.replaceAll('-', ' ')}: ${body.reason}`;
  if (type === 'proposed') return `${body.what} round ${body.round}: ${body.reason}${body.referral ? `; for report ${body.referral}` : ''}${body.answer ? `; really ${answered(body.answer)}` : ''}`;
  if (type === 'corrected') {
    return `round ${body.round}: ${answered(body.before)} was really ${answered(body.after)} (${body.reason}, proposed by ${body.by})`;
  }
  if (type === 'taken-back') return `what was entered last: ${body.words} (events ${body.after + 1} to ${body.upto} of this table)`;
  if (['sign-in-refused', 'fault'].includes(type)) return incident(type, body);
  if (['approved', 'withdrawn'].includes(type)) return `proposal ${body.n}`;
  if (type === 'entry') return `${body.words}, by ${body.by}`;
  if (type === 'round') return `${body.round}`;
  if (type === 'ended') {
    const sums = Object.entries(body.net || {}).map(([who, sum]) => `${who} ${signed(sum)}`);
    return [`${body.round}: ${body.result || 'nothing played'}`, ...sums].join(', ');
  }
  return Object.entries(body).filter(([name, value]) => !dull.has(name) && value !== '' && value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${said(name, value)}`).join(', ');
}

/** How often something happened within a minute, and a few examples. */
function incident(type, {what, count, since, until, ...about}) {
  const often = count > 1 ? `${count} times, ${clock(since)} to ${clock(until)}` : '';
  const examples = Object.entries(about).filter(([, list]) => list.length).map(([name, list]) => `${name} ${list.join(', ')}`);
  return [type === 'sign-in-refused' ? '' : what, often, ...examples].filter(Boolean).join(' · ');
}

function said(name, value) {
  if (amounts.has(name) && Number.isInteger(value)) return money(value);
  if (times.has(name) && value > 1e12) return clock(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map((item) => said(name, item)).join(' ');
  return Object.entries(value).filter(([key, held]) => held !== null && key !== 'type').map(([key, held]) => `${key} ${said(key, held)}`).join(' ');
}

/** One answer of a round. */
function answered(answer, {why = '', clause = ''} = {}) {
  const who = answer.player ? `${answer.player}: ` : '';
  switch (answer.type) {
    case 'place': return `${who}${answer.wagers.map(([name, amount]) => `${name} ${money(amount)}`).join(', ')} on box ${answer.box}`;
    case 'take': return `${who}${why || clause ? `${answer.wager} goes back` : `takes back ${answer.wager}`}${answer.to ? ` to ${money(answer.to)}` : ''}`;
    case 'close': return 'no more bets';
    case 'cards': return `${answer.cutting_card ? 'cutting card ' : ''}${answer.cards.join(' ') || 'turned up'}`;
    case 'dice': return `dice ${answer.numbers.join(' ')}`;
    case 'ball': return `ball ${answer.number}`;
    case 'cut': return 'cut made';
    case 'choice': return `${who || `${answer.hand}: `}${answer.name}${answer.amount ? ` ${money(answer.amount)}` : ''}`;
    case 'lapse': return 'nobody answered';
    // The clock that a game is told is none that people read.
    case 'irregular': return [answer.kind, ...Object.entries(answer.facts || {}).filter(([name, value]) => !/^\d+:\d\d$/.test(value) && name !== 'what')
      .map(([name, value]) => `${name}=${value}`)].join(' ');
    default: return answer.type;
  }
}

export class Ledger extends Live {
  /** `own`: of this table alone, which is what a dealer reads. */
  constructor(table = '', own = false) {
    super();
    this.table = table;
    this.own = own;
    this.account = '';
    this.accounts = h('div', {class: 'accounts'});
    this.postings = h('div', {class: 'postings'});
    this.find = text('account', {placeholder: 'filter accounts', 'aria-label': 'filter accounts', value: table, oninput: () => this.filter()});
    this.root = h('div', {class: 'book'}, h('div', {class: 'row'}, this.find,
      own ? null : [h('a', {href: '/export/ledger.json', download: ''}, 'JSON'), h('a', {href: '/export/ledger.csv', download: ''}, 'CSV')]),
    h('div', {class: 'scroll', tabindex: 0, 'aria-label': 'accounts'}, this.accounts), this.postings);
  }

  async read() {
    const ledger = await ask({t: 'ledger', limit: PAGE, ...(this.account ? {account: this.account} : {}), ...(this.own ? {table: this.table} : {})});
    if (!ledger) return;
    if (ledger.accounts?.length) fill(this.accounts, ledger.accounts, () => this.balances(ledger.accounts));
    fill(this.postings, [this.account, ledger.postings], () => this.moves(ledger.postings || []));
    this.filter();
  }

  balances(accounts) {
    const total = accounts.reduce((sum, account) => sum + account.balance, 0);
    return h('table', {class: 'list'}, h('thead', {}, h('tr', {}, h('th', {}, 'account'), h('th', {class: 'figure'}, 'holds'))),
      h('tbody', {}, accounts.map((account) => h('tr', {'data-account': account.account}, h('td', {}, button(account.account, () => this.pick(account.account))),
        h('td', {class: `figure ${account.balance < 0 ? 'down' : ''}`}, money(account.balance))))),
      this.own ? null : h('tfoot', {}, h('tr', {class: 'sum'}, h('td', {}, total === 0 ? 'all accounts sum to' : 'all accounts sum to (they must sum to nothing!)'),
        h('td', {class: 'figure', id: 'ledger-sum'}, money(total)))));
  }

  pick(account) {
    this.account = this.account === account ? '' : account;
    this.read();
  }

  moves(postings) {
    return [h('h4', {}, this.account ? `Postings of ${this.account}` : 'Postings', ' ', this.account ? button('all', () => this.pick(this.account), {class: 'quiet'}) : null),
      h('div', {class: 'scroll', tabindex: 0, 'aria-label': 'postings, newest first'}, h('table', {class: 'list'}, h('tbody', {},
        [...postings].sort((a, b) => b.pos - a.pos || a.n - b.n).map((posting) => h('tr', {}, h('td', {class: 'pos'}, String(posting.pos)), h('td', {}, posting.at ? clock(posting.at) : ''), h('td', {}, posting.account),
          h('td', {class: 'figure'}, signed(posting.amount)), h('td', {class: 'muted'}, posting.words || posting.type || ''))))))];
  }

  filter() {
    const wanted = this.find.value.toLowerCase();
    for (const row of this.accounts.querySelectorAll('[data-account]')) row.hidden = Boolean(wanted) && !row.dataset.account.toLowerCase().includes(wanted);
  }
}
