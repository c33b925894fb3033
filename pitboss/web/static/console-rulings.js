// Irregularities: the list that is valid now, the facts of one, the ruling before it takes effect, the report.

import {act, ask, button, choice, cited, clauseChip, fill, form, h, field, may, pick, signed, tell, text} from './console-kit.js';
import {capital, readCards} from './console-entry.js';
import {fits} from './console-words.js';
import {boxOf, placeName} from './layout_parts.js';

// What no rule has a name for, as the floor calls it.
const OTHER = 'something-else';
// What a form shows in an empty field, by the sort of fact that is asked for.
const SUCH_AS = {card: '9c', cards: '9c Kd', money: '10', clock: '19:59'};

export class Rulings {
  /** `done` is called when a report has been made. */
  constructor(you, table, done) {
    this.you = you;
    this.table = table;
    this.done = done;
    this.list = h('div', {class: 'irregularities'});
    this.irregularity = h('div', {class: 'irregularity'});
    this.none = h('p', {class: 'muted', role: 'status', hidden: true});
    this.search = text('find', {placeholder: 'what went wrong? exposed, missing, paid, late…', 'aria-label': 'filter the list', maxlength: 80,
      oninput: () => this.filter(), onkeydown: (event) => { if (event.key === 'Enter') { event.preventDefault(); this.only(); } }});
    this.root = h('div', {}, this.search, this.none, this.list, this.irregularity);
  }

  /** The list is asked for again whenever the table waits for something else. */
  async update(view, open) {
    this.view = view;
    if (!open) return;
    const moment = JSON.stringify([view.round, view.phase, view.asked, view.status]);
    if (moment === this.moment) return;
    this.moment = moment;
    const result = await ask({t: 'irregularities', table: this.table});
    if (!result) return;
    // What the game's own schedule rules on comes first, then what holds for every table.
    const own = (kind) => (view.law || []).some((law) => kind.clause.startsWith(`${law}-`));
    const kinds = [...result.irregularities || []].sort((a, b) => own(b) - own(a));
    this.kinds = kinds;
    fill(this.list, kinds, () => this.shown(kinds));
    this.filter();
    if (this.open && !kinds.some((kind) => kind.kind === this.open.kind)) this.close();
    this.stale();
  }

  shown(kinds) {
    if (!kinds.length) return h('p', {class: 'muted'}, 'Nothing can be reported at this moment.');
    return kinds.map((kind) => button([h('b', {}, capital(plain(kind.kind))), h('span', {}, kind.what), clauseChip(kind.clause)],
      () => this.pick(kind), {class: 'irregular', 'data-irregularity': kind.kind, disabled: !may(this.you, 'dealer')}));
  }

  /** Reports that fit what is typed. Where none does, there is always something else that happened, in these words. */
  filter() {
    if (!this.kinds) return;  // they are on their way
    const wanted = this.search.value.trim();
    this.fittingKinds = (this.kinds || []).filter((kind) => kind.kind !== OTHER && fits(kind, wanted));
    const kept = new Set(this.fittingKinds.map(({kind}) => kind));
    for (const shown of this.list.children) shown.hidden = Boolean(wanted) && !kept.has(shown.dataset.irregularity) && shown.dataset.irregularity !== OTHER;
    const other = this.list.querySelector(`[data-irregularity="${OTHER}"] b`);
    if (other) other.textContent = wanted ? `Something else happened: “${wanted}”` : capital(plain(OTHER));
    this.none.hidden = !wanted || this.fittingKinds.length > 0;
    this.none.textContent = `No report is known by “${wanted}”. Report it in your own words, or try another.`;
  }

  /** Enter opens the report that alone fits, or the one in these words where none does; of several it goes to the first. */
  only() {
    if (!this.kinds || !this.search.value.trim() || !may(this.you, 'dealer')) return;
    const other = (this.kinds || []).find(({kind}) => kind === OTHER);
    const kind = this.fittingKinds.length === 1 ? this.fittingKinds[0] : this.fittingKinds.length ? null : other;
    if (kind) this.pick(kind);
    else this.list.querySelector('.irregular:not([hidden])')?.focus();
  }

  pick(kind) {
    const said = this.search.value.trim();
    this.open = kind;
    this.previewed = null;
    this.list.hidden = this.search.hidden = this.none.hidden = true;
    this.ruling = h('div', {id: 'ruling', 'aria-live': 'polite'});
    this.send = button('Report: this takes effect', () => this.report(), {id: 'report', class: 'big go', disabled: true});
    this.facts = form({class: 'facts'}, () => this.preview(), (kind.facts || []).map((fact) => this.fact(fact)),
      h('div', {class: 'row'}, h('button', {type: 'submit', id: 'preview', class: 'big'}, 'Preview the ruling'),
        button('Back', () => this.close(), {class: 'quiet'})));
    this.facts.addEventListener('input', () => this.stale());
    this.facts.addEventListener('change', () => this.stale());
    const how = 'What happened? The preview shows the ruling; nothing takes effect before the report.';
    this.irregularity.replaceChildren(h('h3', {}, capital(plain(kind.kind))), h('p', {class: 'muted'}, how),
      this.facts, this.ruling, this.send);
    // What was typed to look for it is what happened, unless a report has a name for it.
    if (kind.kind === OTHER && this.facts.elements.what && !plain(OTHER).startsWith(said.toLowerCase())) this.facts.elements.what.value = said;
    this.facts.querySelector('button, input')?.focus();
  }

  close() {
    this.open = null;
    this.irregularity.replaceChildren();
    this.search.value = '';
    this.list.hidden = this.search.hidden = false;
    this.filter();
  }

  /** What was previewed no longer holds once a fact or the table changes. */
  stale() {
    if (!this.open || !this.previewed) return;
    this.previewed = null;
    this.send.disabled = true;
    this.ruling.classList.add('stale');
  }

  /** A fact as its game declares it: what sort it is, which values it knows, whether a report can do without. */
  fact({name, sort, values = [], several = false, need = false, asks = '', default: usual = ''}) {
    const label = (asks || capital(plain(name))) + (need ? '' : usual && usual !== 'no' ? ` (else ${plain(usual)})` : ' (if known)');
    const words = values.map((word) => [word, plain(word)]);
    if (sort === 'yes-no') return group(label, pick(name, words));
    if (sort === 'word') return field(label, words.length > 5 ? choice(name, ['', ...values]) : pick(name, words, {several}));
    if (sort === 'box') return group(label, pick(name, this.boxes(), {several}));
    if (sort === 'hand') return group(label, pick(name, this.hands(values), {several}));
    const lists = {player: 'names', wager: 'wager-names'}[sort];
    const keys = {count: 'numeric', money: 'decimal'}[sort];
    return field(label, text(name, {placeholder: SUCH_AS[sort] || (sort === 'count' ? usual : ''),
      ...(lists ? {list: lists} : {}), ...(keys ? {inputmode: keys} : {})}));
  }

  boxes() {
    return Array.from({length: this.view.boxes || 7}, (_, place) => {
      const box = String(place + 1);
      const who = this.view.seats?.[box];
      return [box, who ? `${box} ${who}` : box];
    });
  }

  /** Of the hands a report may name, those on the table. */
  hands(values) {
    const lying = Object.keys(this.view.hands || {}).filter((name) => values.some((word) => name.startsWith(word)));
    const other = values.filter((name) => !boxOf(name) && !lying.includes(name));
    return [...lying, ...other].map((name) => [name, placeName(name)]);
  }

  /** The facts as the notation writes them: no spaces, cards joined by commas, empty ones left out. */
  writtenFacts() {
    const facts = {};
    for (const [name, value] of new FormData(this.facts)) {
      const said = value.trim();
      if (!said) continue;
      const {sort} = this.open.facts.find((fact) => fact.name === name);
      const {cards, rest} = readCards(said);
      const isCards = ['card', 'cards'].includes(sort) && cards.length && !rest;
      facts[name] = sort === 'words' ? said : isCards ? cards.join(',') : said.replace(/\s*,\s*/g, ',').replace(/\s+/g, '-');
    }
    return facts;
  }

  async preview() {
    const facts = this.writtenFacts();
    const result = await ask({t: 'preview', table: this.table, kind: this.open.kind, facts});
    if (!result) return;
    this.ruling.classList.remove('stale');
    const left = (this.open.facts || []).map((fact) => fact.name).filter((name) => !(name in facts));
    this.ruling.replaceChildren(...ruled(result), silent(result) && left.length ? h('p', {class: 'down'}, `Not told yet: ${left.map(plain).join(', ')}. With that a rule may answer it.`) : '');
    this.previewed = result.refused ? null : facts;
    this.send.textContent = silent(result) ? 'Report: the supervisor decides' : 'Report: this takes effect';
    this.send.disabled = Boolean(result.refused);
    if (!result.refused) this.send.focus();
  }

  async report() {
    if (!this.previewed) return tell('preview the ruling first');
    const done = await act({t: 'report', table: this.table, kind: this.open.kind, facts: this.previewed});
    if (!done) return null;
    if (!done.proposed) tell(done.referred ? 'reported; the supervisor decides' : 'reported; the ruling stands', {good: true});
    this.close();
    return this.done();
  }
}

const plain = (name) => name.replaceAll('-', ' ');
const group = (label, buttons) => h('div', {class: 'field'}, h('span', {}, label), buttons);

/** Does no rule answer it? */
const silent = (result) => (result.lines || []).some((line) => line.kind === 'referred');

/** A ruling step by step: what is decided, under which clause, what money moves, what is asked next. */
function ruled(result) {
  if (result.refused) {
    const no = typeof result.refused === 'string' ? {refused: result.refused, clause: result.clause, legal: result.legal} : result.refused;
    return [h('p', {class: 'refused'}, no.refused, ' ', clauseChip(no.clause), no.legal ? ` Legal: ${no.legal}` : '')];
  }
  const moves = Object.entries(result.moved || {}).filter(([, sum]) => sum);
  return [
    h('h4', {}, silent(result) ? 'The law is silent: it waits for the supervisor' : 'The ruling would be'),
    h('ol', {}, (result.lines || []).map((line) => h('li', {class: line.kind || ''}, cited(line.text, line.clause)))),
    h('p', {class: 'moves'}, moves.length ? ['Money: ', moves.map(([who, sum]) => h('b', {class: sum < 0 ? 'down' : 'up'}, `${who} ${signed(sum)}  `))]
      : 'No money moves by the ruling itself.'),
    result.asked ? h('p', {}, 'Then: ', cited(result.asked.words, result.asked.clause)) : null,
  ].filter(Boolean);
}
