// A player's own page: all his rounds, found by game and day, seen again and taken home; and what they come to.

import { button, h, dated, money, signed } from './dom.js';
import { clauseCard } from './clause.js';
import { withSigns } from './cards.js';
import { openSettings } from './settings.js';
import { bankrollChart, expectationChart, luckWords } from './you_charts.js';

const ME = document.body.dataset.name ?? '';
const COUNTED_AGAIN = 4000;
const NOTHING = 'You have not played a round yet. When you have, it is here: what you won or lost, how it went card by card, and how that compares with the odds.';
const ASSUMED = 'Expected is what the exact odds give for the stakes you put down, played best. A deviation is how far a result usually strays from that. '
  + 'Wagers of one round are counted as if they had nothing to do with each other.';

async function get(path, query = {}) {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const response = await fetch(`${path}?${parameters}`);
  const body = await response.json().catch(() => ({}));
  if (response.status === 401) location.assign('/sign-in?next=/you');
  if (!response.ok) throw new Error(body.refused ?? 'this cannot be read just now');
  return body;
}

const gained = (cents, more = '') => h('b', { class: `${more} ${cents > 0 ? 'up' : ''}`.trim() }, signed(cents));
const refusal = (bad) => h('p', { class: 'refused', role: 'alert' }, bad.message);

/** Which rounds are asked for: of one game, from one day to another, both included. */
class Filter {
  constructor(changed) {
    this.game = h('select', { id: 'game', on: { change: changed } }, h('option', { value: '' }, 'All games'));
    this.from = h('input', { id: 'from', type: 'date', on: { change: changed } });
    this.until = h('input', { id: 'until', type: 'date', on: { change: changed } });
    this.clear = button('All of them', () => {
      for (const field of [this.game, this.from, this.until]) field.value = '';
      changed();
    }, { class: 'plain', id: 'clear' });
    const field = (label, input) => h('label', { for: input.id }, h('span', { class: 'label' }, label), input);
    this.element = h('form', { class: 'filter', role: 'search', 'aria-label': 'your rounds', on: { submit: (event) => event.preventDefault() } },
      field('game', this.game), field('from', this.from), field('to', this.until), this.clear);
  }

  titled(titles) {
    const { value } = this.game;
    this.game.replaceChildren(h('option', { value: '' }, 'All games'), ...Object.entries(titles).map(([id, title]) => h('option', { value: id }, title)));
    this.game.value = value;
  }

  query() {
    const day = (field, later) => {
      if (!field.value) return '';
      const [year, month, date] = field.value.split('-').map(Number);
      return String(Math.max(0, new Date(year, month - 1, date + later).getTime()));
    };
    return { game: this.game.value, from: day(this.from, 0), until: day(this.until, 1) };
  }
}

class OwnPage {
  constructor() {
    this.filter = new Filter(() => this.show());
    this.figures = h('div', { class: 'figures-row', 'aria-live': 'polite' });
    this.charts = h('div', { class: 'charts' });
    this.games = h('section', { 'aria-labelledby': 'by-game' });
    this.list = h('ol', { class: 'own-rounds', id: 'rounds' });
    this.more = button('Show more', () => this.next(), { id: 'more', hidden: true });
    this.said = h('p', { class: 'dim', role: 'status', id: 'said' }, 'looking…');
    this.files = h('p', { class: 'files' });
    this.clause = h('div', { class: 'own-clause', hidden: true, 'aria-live': 'polite' });
    this.replay = h('div', { class: 'own-replay', hidden: true });
    this.whole = h('main', {}, this.filter.element, this.figures, this.charts, this.games,
      h('section', { 'aria-labelledby': 'all-rounds' }, h('h2', { id: 'all-rounds' }, 'Rounds and hands'), this.said, this.files, this.list, this.more));
    const bar = h('header', { class: 'own-bar' }, h('a', { class: 'home', href: '/', 'aria-label': 'to the tables' }, '‹'),
      h('h1', {}, 'Your play'), h('span', { class: 'dim who' }, ME), button('Settings', openSettings, { class: 'plain', id: 'open-settings' }));
    const page = h('div', { class: 'own-page' }, bar, this.replay, this.whole);
    document.getElementById('app').replaceChildren(page, this.clause);
    page.addEventListener('clause', ({ detail }) => this.showClause(detail));
    addEventListener('hashchange', () => this.opened());
  }

  start() {
    this.show();
    this.opened();
  }

  showClause(id) {
    const close = button('Close', () => { this.clause.hidden = true; }, { class: 'plain' });
    this.clause.replaceChildren(clauseCard(id), close);
    this.clause.hidden = false;
  }

  // -- what the rounds come to -------------------------------------------------------------------------

  show() {
    this.query = this.filter.query();
    this.list.replaceChildren();
    this.before = '';
    this.more.hidden = true;
    this.linkFiles();
    this.next();
    this.sum();
  }

  async sum() {
    clearTimeout(this.later);
    const { query } = this;
    try {
      const summary = await get('/api/you/summary', query);
      if (query === this.query) this.drawSum(summary);
    } catch (bad) {
      this.figures.replaceChildren(refusal(bad));
    }
  }

  drawSum(summary) {
    this.filter.titled(summary.titles);
    const played = Object.keys(summary.titles).length > 0;
    this.whole.classList.toggle('newcomer', !played);
    const compared = summary.compared.at(-1);
    const figure = (label, value, id) => h('div', { class: 'figure', id }, h('span', { class: 'label' }, label), value);
    const luck = compared ? (compared[2] - compared[3]) / Math.max(1, compared[4]) : null;
    this.figures.replaceChildren(
      figure('rounds and hands', h('b', {}, summary.rounds.toLocaleString('en-AU')), 'count'), figure('staked', h('b', {}, money(summary.staked)), 'staked'),
      figure('result', gained(summary.result), 'net-result'),
      ...(compared ? [figure('expected', h('b', {}, `${signed(compared[3])} ± ${money(compared[4])}`), 'expected'), figure('that is', h('b', {}, luckWords(luck)), 'luck')] : []));
    this.figures.hidden = !played;
    this.drawCharts(summary, compared);
    this.drawGames(summary);
    if (summary.counting) this.later = setTimeout(() => this.sum(), COUNTED_AGAIN);
  }

  drawCharts({ bankroll, compared, comparisons, counting }, last) {
    const chart = (id, title, ...inside) => h('section', { class: 'chart', 'aria-labelledby': id }, h('h2', { id }, title), ...inside);
    const charts = [];
    if (bankroll.points.length > 1) charts.push(chart('bankroll', 'Bankroll', ...bankrollChart(bankroll)));
    if (last && comparisons > 1) charts.push(chart('against-odds', 'Result against the odds', ...expectationChart(compared), h('p', { class: 'dim' }, ASSUMED)));
    if (counting) charts.push(h('p', { class: 'dim', id: 'counting' }, 'The odds of some games are still being counted; they are added when they are known.'));
    this.charts.replaceChildren(...charts);
  }

  drawGames({ games, sessions }) {
    if (!games.length) return this.games.replaceChildren();
    const headings = ['game', 'rounds', 'staked', 'result', 'expected', 'luck'];
    const gameRow = (game) => h('tr', { data: { game: game.game } },
      h('th', { scope: 'row' }, game.title, game.value ? '' : h('span', { class: 'dim' }, ' (lesson, no value)')),
      h('td', {}, game.rounds.toLocaleString('en-AU')), h('td', {}, money(game.staked)),
      h('td', {}, gained(game.result)), h('td', {}, game.expected === null ? '–' : signed(game.expected)),
      h('td', {}, luckWords(game.luck)));
    const left = games.flatMap(({ title, left_out: out }) => out.map(({ wager, why, staked, result }) => h('li', {}, `${title}, ${wager}: ${money(staked)} staked, ${signed(result)}; ${why}`)));
    const sessionRow = (session) => h('tr', {}, h('th', { scope: 'row' }, dated(session.since)),
      h('td', {}, lasted(session.until - session.since)), h('td', {}, String(session.rounds)),
      h('td', {}, money(session.staked)), h('td', {}, gained(session.result)));
    const heading = (text) => h('th', { scope: 'col' }, text);
    return this.games.replaceChildren(h('h2', { id: 'by-game' }, 'By game'),
      h('div', { class: 'scrolls', tabindex: 0 }, h('table', { id: 'games' }, h('thead', {}, h('tr', {}, headings.map(heading))), h('tbody', {}, games.map(gameRow)))),
      ...(left.length ? [h('details', { id: 'left-out' }, h('summary', {}, 'Left out of what is expected, and of what it is compared with'), h('ul', {}, left))] : []),
      h('details', { id: 'sessions' }, h('summary', {}, `Sessions (${sessions.length})`), h('div', { class: 'scrolls', tabindex: 0 }, h('table', {},
        h('thead', {}, h('tr', {}, ['began', 'lasted', 'rounds', 'staked', 'result'].map(heading))), h('tbody', {}, sessions.map(sessionRow))))));
  }

  // -- the rounds --------------------------------------------------------------------------------------

  async next() {
    const { query } = this;
    this.more.disabled = true;
    try {
      const { rounds, before } = await get('/api/you/rounds', { ...query, before: this.before });
      if (query !== this.query) return;
      this.before = String(before || '');
      this.list.append(...rounds.map((round) => h('li', {}, this.row(round))));
      this.more.hidden = !before;
      const any = this.list.childElementCount;
      const all = Object.values(query).every((value) => !value);
      this.said.textContent = any ? 'Tap one to see it again, step by step.' : all ? NOTHING : 'No round is like that.';
      this.files.hidden = !any;
    } catch (bad) {
      this.said.replaceChildren(refusal(bad));
    }
    this.more.disabled = false;
  }

  row(round) {
    const notes = round.marks.map(({ what, why }) => h('span', { class: 'mark', title: why }, what));
    return h('a', { href: `#${encodeURI(round.id)}`, data: { round: round.id } },
      h('time', { class: 'dim' }, dated(round.at)), h('span', { class: 'where' }, round.title, round.table === round.title ? '' : h('span', { class: 'dim' }, ` · ${round.table}`)),
      h('span', { class: 'came' }, withSigns(round.headline || 'over'), ...notes, round.value ? '' : h('span', { class: 'mark' }, 'no value')),
      h('span', { class: 'stake dim' }, h('span', { class: 'label' }, 'stake '), money(round.stake)), gained(round.net, 'net'));
  }

  linkFiles() {
    const query = new URLSearchParams(Object.entries(this.query).filter(([, value]) => value)).toString();
    const file = (name, words) => h('a', { href: `/you/${name}${query ? `?${query}` : ''}`, download: '', class: 'button' }, words);
    this.files.replaceChildren(h('span', { class: 'label' }, 'Download these: '), file('rounds.csv', 'CSV'), file('rounds.json', 'JSON'),
      file('transcripts.zip', 'Transcripts'), file('hands.zip', 'PHH'));
  }

  // -- one round ---------------------------------------------------------------------------------------

  async opened() {
    const id = decodeURI(location.hash.slice(1));
    this.replay.hidden = !id;
    this.whole.hidden = Boolean(id);
    if (!id) {
      this.from?.focus();
      return;
    }
    this.from = this.list.querySelector(`[data-round="${CSS.escape(id)}"]`);
    this.replay.replaceChildren(h('p', { class: 'dim' }, 'looking…'));
    const back = () => { location.hash = ''; };
    try {
      const round = await get('/api/you/round', { id });
      const { row } = round;
      const Replay = await (row.kind === 'poker' ? handReplay() : roundReplay(round.view));
      const said = [row.title, row.table === row.title ? '' : row.table, dated(row.at), ...row.marks.map(({ what, why }) => (why ? `${what}: ${why}` : what))];
      const name = encodeURIComponent(id);
      const file = (form, words) => h('a', { href: `/you/round.${form}?id=${name}`, download: '', class: 'button' }, words);
      this.replay.replaceChildren(
        // A round against the house says its own sentence below the felt.
        row.kind === 'poker' ? h('p', { class: 'headline' }, withSigns(row.headline)) : '', h('p', { class: 'about' }, said.filter(Boolean).join(' · '), h('span', { class: 'label' }, ' stake '), h('b', {}, money(row.stake)), h('span', { class: 'label' }, ' net '), gained(row.net)),
        new Replay(round.view, { round: row.round, ...round }, ME, back).element,
        h('p', { class: 'files' }, h('span', { class: 'label' }, 'Download it: '), file('csv', 'CSV'), file('json', 'JSON'), row.kind === 'poker' ? file('phh', 'PHH') : file('txt', 'Transcript')));
    } catch (bad) {
      this.replay.replaceChildren(refusal(bad), button('← all rounds', back, { class: 'plain' }));
    }
    scrollTo(0, 0);
  }
}

// What shows a round again is fetched when somebody wants to see one.
async function handReplay() {
  return (await import('./poker_panels.js')).Replay;
}

async function roundReplay(view) {
  const [{ Replay }, { fetchDrawing }] = await Promise.all([import('./rounds.js'), import('./layouts.js')]);
  await fetchDrawing(view);
  return Replay;
}

/** Minutes and hours. */
function lasted(ms) {
  const minutes = Math.max(1, Math.round(ms / 60000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

new OwnPage().start();
