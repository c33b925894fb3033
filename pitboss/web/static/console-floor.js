// The floor at a glance: every table, what it waits for, what lies on it, what its bank holds.

import {Approvals} from './console-approvals.js';
import {act, awake, countdown, h, link, may, money, short, signed, whoami} from './console-kit.js';
import {complete} from './console-felt.js';
import {closes} from './console-closing.js';
import {notified} from './console-limits.js';
import {Journal, Ledger} from './console-books.js';
import {Manage} from './console-manage.js';
import {Program} from './console-program.js';

export class FloorPage {
  constructor(you) {
    this.you = you;
    this.views = new Map();
    // What each table's card was drawn from, and the card.
    this.cards = new Map();
    this.tables = h('div', {class: 'tables', 'aria-label': 'tables'});
    this.manage = you.role === 'manager' || you.role === 'inspector' ? new Manage(you) : null;
    this.approvals = you.role === 'dealer' ? null : new Approvals(you);
    this.books = [new Journal(), new Ledger(), new Journal('', 'incidents')];
    this.program = this.manage ? new Program() : null;
    const head = h('div', {class: 'table-head'}, h('h1', {}, 'Floor'), h('span', {class: 'grow'}), h('a', {href: '/'}, 'Lobby'), whoami());
    this.root = h('div', {class: 'floor-page'}, h('section', {}, head, this.approvals?.root, this.tables), this.program?.root, this.manage?.root,
      you.role === 'dealer' ? null : h('section', {class: 'books'},
        h('details', {ontoggle: (event) => this.books[0].update(null, event.target.open)}, h('summary', {}, 'Journal of the floor'), this.books[0].root),
        h('details', {ontoggle: (event) => this.books[1].update(null, event.target.open)}, h('summary', {}, 'Ledger'), this.books[1].root),
        h('details', {id: 'incidents', ontoggle: (event) => this.books[2].update(null, event.target.open)}, h('summary', {}, 'Refused sign-ins and faults'), this.books[2].root)));
    this.listen();
  }

  listen() {
    link.addEventListener('lobby', ({detail}) => this.lobby(detail));
    link.addEventListener('table', ({detail}) => {
      this.views.set(detail.table, complete(detail.view));
      this.show();
    });
    link.watchLobby();
    this.money();
    setInterval(() => this.money(), 5000);
  }

  lobby(tables) {
    for (const table of tables) if (!link.views.has(table.id)) link.watch(table.id);
    this.lobbied = tables;
    this.show();
  }

  /** Floats and commissions, from the ledger. */
  async money() {
    if (!awake() || this.you.role === 'dealer') return;
    try {
      const ledger = await link.ask({t: 'ledger', limit: 1});
      this.balances = Object.fromEntries((ledger.accounts || []).map((account) => [account.account, account.balance]));
      this.show();
    } catch { /* the connection comes back by itself */ }
  }

  show() {
    const known = this.cards;
    this.cards = new Map();
    for (const table of this.lobbied || []) {
      const key = JSON.stringify([table, this.glance(table)]);
      const drawn = known.get(table.id);
      this.cards.set(table.id, drawn?.key === key ? drawn : {key, card: this.card(table)});
    }
    const cards = [...this.cards.values()].map(({card}) => card);
    const lying = [...this.tables.children];
    // The others stay where they are, with whatever somebody has his finger on.
    const moved = lying.length !== cards.length || cards.some((card, n) => card !== lying[n] && card.isConnected);
    if (moved) this.tables.replaceChildren(...cards);
    else cards.forEach((card, n) => card === lying[n] || lying[n].replaceWith(card));
  }

  /** What the card of a table shows, and nothing else, so that it is drawn again only when that changes. */
  glance({id}) {
    const view = this.views.get(id);
    const held = (name) => this.balances?.[`${name}:${id}`] ?? 0;
    return {
      view: view && {status: view.status, mode: view.mode, round: view.round, phase: view.phase, asked: view.asked, clock: view.clock, closing: view.closing,
        waiting: view.waiting, wagers: view.wagers.reduce((sum, wager) => sum + wager.amount, 0), limits: view.limits, pending: view.pending?.words,
        proposals: view.proposals?.length || 0, referrals: view.referrals?.length || 0, teaching: view.teaching, seats: Object.keys(view.seats || {}).length},
      float: held('float'), commission: held('commission'),
    };
  }

  card(table) {
    const {view, float, commission} = this.glance(table);
    const urgent = view && (view.proposals || view.referrals || view.asked?.kind === 'direct' || view.pending);
    return h('a', {class: `table-card${urgent ? ' urgent' : ''}`, href: `/console/${encodeURIComponent(table.id)}`, 'data-table': table.id},
      h('header', {}, h('h2', {}, table.name), h('span', {class: `status ${table.trouble ? 'closed' : table.status}`}, table.status), h('span', {class: 'status'}, table.mode)),
      table.trouble ? this.trouble(table) : null,
      h('p', {class: 'muted'}, [table.title || table.game, table.teaching && table.teaching !== 'no' ? 'teaching' : '',
        table.minimum ? `${short(table.minimum)} to ${short(table.maximum)}` : '', view ? `round ${view.round}` : '',
        table.last ? `last ${table.last}` : ''].filter(Boolean).join(' · ')),
      h('p', {class: 'asked'}, waitsFor(table, view), ' ', view?.clock ? countdown(view.clock.ends) : null),
      view ? this.notes(view) : null,
      h('dl', {}, pair('players', `${table.players ?? view?.seats ?? 0}/${table.seats ?? ''}`), pair('layout', money(view?.wagers ?? 0)),
        this.you.role === 'dealer' ? null : [pair('float', signed(float)), pair('commission', money(commission))]));
  }

  /** Why a table cannot be used; whoever supervises has it tried again. */
  trouble({id, name, status, trouble}) {
    const again = (event) => {
      event.preventDefault();
      event.stopPropagation();
      act({t: 'try-again', table: id}, {done: `${name} is in order again`});
    };
    return h('div', {class: 'trouble'}, h('p', {class: 'refused'}, trouble), h('p', {class: 'muted'}, 'Wagers stay as they are.'),
      status === 'out of order' && may(this.you, 'supervisor') ? h('button', {type: 'button', 'data-again': id, onclick: again}, 'Try again') : null);
  }

  notes(view) {
    const notes = [
      view.pending ? `entry waits to be confirmed: ${view.pending}` : null,
      view.proposals ? `${view.proposals} to approve` : null,
      view.referrals ? `${view.referrals} for the supervisor to decide` : null,
      view.closing && view.status === 'closing' ? closes(view.closing) : null,
      ...(view.limits?.notices || []).map((notice) => ['notice: ', notified(notice, view.limits)]),
    ].filter(Boolean);
    return notes.length ? h('ul', {class: 'notes'}, notes.map((note) => h('li', {}, note))) : null;
  }
}

/** What a table waits for, in a few words. */
function waitsFor(table, view) {
  if (!view?.asked) return table.status === 'closed' ? 'closed' : view?.waiting || '…';
  return view.asked.kind === 'gather' ? 'taking wagers' : view.asked.words;
}

const pair = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {class: 'figure'}, value));
