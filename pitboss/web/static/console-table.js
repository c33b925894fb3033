// One table: the felt, the next thing to do, and everything else beside it.

import {button, fill, h, link, may, sheet, whoami} from './console-kit.js';
import {Entry} from './console-entry.js';
import {Board, complete} from './console-felt.js';
import {Journal, Ledger} from './console-books.js';
import {KEYS} from './console-keys.js';
import {Limits} from './console-limits.js';
import {Referrals} from './console-referrals.js';
import {Rulings} from './console-rulings.js';
import {Seats} from './console-seats.js';
import {closes} from './console-closing.js';
import {Undo} from './console-undo.js';
import {Wagers} from './console-wagers.js';

export class TablePage {
  constructor(you, table) {
    this.you = you;
    this.table = table;
    this.head = h('div', {class: 'table-head'});
    this.felt = new Board(you, table);
    // What can be put down is what the layout has areas for, once it is drawn.
    this.felt.layout.addEventListener('drawn', () => this.panels.wagers[2]?.kinds(this.felt.names()));
    this.entry = new Entry(you, table);
    this.panels = {
      wagers: ['Wagers', 'w', may(you, 'dealer') ? new Wagers(table) : null],
      rulings: ['Irregularity', 'i', new Rulings(you, table, () => this.entry.focus(true))],
      undo: ['Void, correct', 'v', new Undo(you, table)],
      limits: ['Limits', 'l', new Limits(you, table)],
      journal: ['Journal', 'j', new Journal(table)],
      ledger: ['Ledger', 'm', new Ledger(table, you.role === 'dealer')],
    };
    this.referrals = new Referrals(you, table, (referral) => { this.show('undo'); this.panels.undo[2].answer(referral); }, () => this.entry.focus(true));
    this.tabs = h('div', {class: 'tabs', role: 'tablist'});
    this.beside = h('div', {class: 'beside'});
    this.root = h('div', {class: 'table-page'}, this.head, this.felt.root,
      h('aside', {class: 'side'}, this.entry.root, this.referrals.root, this.tabs, this.beside), h('datalist', {id: 'names'}), h('datalist', {id: 'wager-names'}));
    this.build();
    this.listen();
  }

  build() {
    for (const [id, [words, key, panel]] of Object.entries(this.panels)) {
      if (!panel) continue;
      this.tabs.append(button(words, () => this.show(id),
        {role: 'tab', title: `key ${key}`, id: `tab-${id}`, 'data-tab': id, 'aria-selected': 'false', 'aria-controls': `panel-${id}`}));
      panel.root.id = `panel-${id}`;
      panel.root.setAttribute('role', 'tabpanel');
      panel.root.setAttribute('aria-labelledby', `tab-${id}`);
      panel.root.hidden = true;
      this.beside.append(panel.root);
    }
    this.show(may(this.you, 'dealer') ? 'wagers' : 'journal', false);
  }

  /** Between players nothing is put on a layout; with real chips the dealer sees to the seats. */
  between(view) {
    if (view.mode !== 'physical' || !this.panels.wagers[2]) return this.without('wagers');
    const seats = new Seats(this.table);
    const {root} = this.panels.wagers[2];
    seats.root.id = root.id;
    for (const name of ['role', 'aria-labelledby']) seats.root.setAttribute(name, root.getAttribute(name));
    seats.root.hidden = root.hidden;
    root.replaceWith(seats.root);
    this.panels.wagers[2] = seats;
    this.tabs.querySelector('#tab-wagers').textContent = 'Seats';
    return undefined;
  }

  /** What a table between players has no use for. */
  without(...names) {
    for (const id of names) {
      this.tabs.querySelector(`#tab-${id}`)?.remove();
      this.panels[id][2] = null;
    }
    if (names.includes(this.open)) this.show('journal', false);
  }

  show(id, focus = true) {
    this.open = id;
    for (const tab of this.tabs.children) tab.setAttribute('aria-selected', String(tab.dataset.tab === id));
    for (const panel of this.beside.children) panel.hidden = panel.id !== `panel-${id}`;
    if (this.view) this.refresh();
    if (focus) this.enter(this.beside.querySelector(`#panel-${id}`));
  }

  /** Into a panel: what waits to be approved first, then a field; and all of it into sight, under the next thing to do. */
  enter(panel) {
    const first = ['[data-approve]:not(:disabled)', 'input:not([type=hidden])', 'button'].map((what) => panel.querySelector(what)).find(Boolean);
    first?.focus({preventScroll: true});
    const side = this.tabs.parentElement;
    side.scrollTo(0, this.tabs.offsetTop - side.offsetTop - this.entry.words.offsetHeight - 8);
  }

  listen() {
    link.addEventListener('table', ({detail}) => { if (detail.table === this.table) this.update(detail.view); });
    document.addEventListener('keydown', (event) => this.key(event));
    this.felt.root.addEventListener('area', ({detail}) => this.panels.wagers[2]?.add(detail));
    link.watch(this.table);
  }

  update(bareView) {
    const view = complete(bareView);
    if (view.kind === 'poker' && !this.view) this.between(view);
    this.view = view;
    document.title = `${view.name}: ${view.asked?.words || view.status}`;
    fill(this.head, [view.name, view.title, view.mode, view.status, view.round, view.phase, view.closing, view.teaching, view.watching, view.digest], () => head(view));
    this.felt.update(view);
    this.entry.update(view);
    this.referrals.update(view);
    const badge = this.tabs.querySelector('#tab-undo');
    badge?.classList.toggle('waiting', Boolean(view.proposals?.length));
    this.refresh();
    this.names(view);
  }

  refresh() {
    for (const [id, [, , panel]] of Object.entries(this.panels)) panel?.update(this.view, id === this.open);
  }

  names(view) {
    const names = [...new Set([...Object.values(view.seats || {}), ...view.wagers.map((wager) => wager.player)])].filter(Boolean);
    fill(this.root.querySelector('#names'), names, () => names.map((name) => h('option', {value: name})));
    if (this.wagerNamesAsked) return;
    this.wagerNamesAsked = true;
    wagerNames(view).then((kinds) => {
      fill(this.root.querySelector('#wager-names'), kinds, () => kinds.map((name) => h('option', {value: name})));
    });
  }

  /** Single keys, except while somebody types words; in a card field only Alt with the key. */
  key(event) {
    if (document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey) return;
    // A line in which single keys count is no field while it is empty.
    const typing = event.target.matches?.('input, textarea, select') && event.target.type !== 'hidden' && !('line' in (event.target.dataset ?? {}) && !event.target.value);
    if (event.key === 'Escape') return this.escape(event, typing);
    if (event.key === 'Enter' && !event.target.closest?.('input, select, button, a, summary, [role=button]')) return this.press('[data-first]', event);
    if (typing && !event.altKey) return undefined;
    const key = event.altKey && event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key;
    if (key === '?' || key === 'F1') return showKeys();
    if (key === 'e') { event.preventDefault(); return this.entry.focus(true); }
    if (key === 'u') { event.preventDefault(); return this.referrals.focus(); }
    const tab = Object.entries(this.panels).find(([, [, letter, panel]]) => panel && letter === key);
    if (tab) { event.preventDefault(); return this.show(tab[0]); }
    return this.press(`[data-key="${CSS.escape(key)}"]`, event);
  }

  escape(event, typing) {
    if (this.view?.pending && (!typing || this.entry.place.contains(event.target))) return this.press('#drop', event);
    if (typing && !this.entry.place.contains(event.target)) { event.target.blur(); this.entry.focus(); }
    return undefined;
  }

  press(which, event) {
    const target = this.entry.place.querySelector(which) ?? this.entry.back.querySelector(which);
    if (target && !target.disabled && target.tagName === 'BUTTON') { event.preventDefault(); target.click(); }
  }
}

function head(view) {
  return [
    h('a', {href: '/console', class: 'quiet'}, '‹ Floor'),
    h('h1', {}, view.name), h('span', {class: 'muted'}, view.title),
    h('span', {class: `status ${view.status}`}, view.status),
    h('span', {class: 'status'}, view.mode),
    view.teaching && view.teaching !== 'no' ? h('span', {class: 'status mark'}, 'teaching') : null,
    view.closing && view.status === 'closing' ? h('span', {class: 'status closing'}, closes(view.closing)) : null,
    h('span', {class: 'muted'}, `round ${view.round}, ${view.phase || ''}`),
    h('span', {class: 'grow'}),
    h('span', {class: 'muted'}, view.watching ? `${view.watching} watching` : ''), whoami(),
    button('?', showKeys, {class: 'quiet', 'aria-label': 'keyboard shortcuts', title: 'keyboard shortcuts'}),
  ];
}

export function showKeys() {
  sheet('Keys', h('table', {class: 'list keys'}, h('tbody', {}, KEYS.map(([key, what]) =>
    h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, what))))),
  h('p', {class: 'muted'}, 'While a field has the cursor, hold Alt with the letter.'));
}

/** The wagers of the game at this table, by the names they are placed under. */
async function wagerNames(view) {
  if (view.wager_names) return view.wager_names;
  try {
    const listing = await (await fetch('/api/games')).json();
    const game = (listing.games || listing).find((candidate) => candidate.id === view.game);
    return (game?.wagers || []).map((wager) => wager.name);
  } catch {
    return [];
  }
}
