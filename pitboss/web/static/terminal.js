// A player's terminal: the table is the page, everything else opens beside it.

import { button, h, money, short, clockTime, move } from './dom.js';
import { link } from './link.js';
import { Felt } from './felt.js';
import { fetchDrawing, formFor } from './layouts.js';
import { Bets } from './bets.js';
import { Dock } from './dock.js';
import { Decisions } from './decisions.js';
import { Outcome } from './outcome.js';
import { PlayersQuestion } from './question.js';
import { Panels } from './panels.js';
import { logPanel } from './log.js';
import { betsPanel } from './mybets.js';
import { historyPanel } from './history.js';
import { roundsPanel } from './rounds.js';
import { roundProof } from './round_proof.js';
import { Seen } from './seen.js';
import { creditsPanel } from './credits.js';
import { helpPanel, keysPanel } from './help.js';
import { Notices, offlineBanner, troubleBanner } from './say.js';
import { chipPicture, limitsOf } from './chips.js';
import { clauseChip } from './clause.js';
import { listen } from './keys.js';
import { Hint, Odds } from './odds.js';
import { openSettings, sound } from './settings.js';

const NOTHING = { boxes: [], hands: {}, bet: 0, won: 0 };
const TOGETHER = 16;

class Terminal {
  constructor(table) {
    this.table = table;
    this.view = null;
    this.felt = null;
    this.notices = new Notices('line', 1);
    this.bets = new Bets(link, table, { changed: () => this.soon(), refused: (result) => this.refused(result) });
    this.odds = new Odds(link, table, () => this.soon(false));
    this.decisions = new Decisions((choice) => this.bets.give({ t: 'decide', ...choice }), new Hint(this.odds));
    this.dock = new Dock(this.bets, {
      decisions: this.decisions,
      ready: () => this.bets.give({ t: 'ready' }),
      sit: () => this.bets.give({ t: 'sit', box: this.seatFor() }),
      leave: () => this.bets.give({ t: 'leave' }),
    }, this.notices.element);
    this.outcome = new Outcome();
    this.question = new PlayersQuestion((command) => this.bets.give(command));
    const state = () => this.state();
    this.seen = new Seen(table);
    this.log = logPanel();
    this.panels = new Panels({
      log: this.log, bets: betsPanel(this.bets, state), history: historyPanel(),
      rounds: roundsPanel(link, table, state), proof: roundProof(link, table, state, this.seen),
      credits: creditsPanel(), help: { ...helpPanel(state), hidden: true }, keys: { ...keysPanel(), hidden: true },
    });
    this.build();
  }

  build() {
    this.name = h('h1', {}, '…');
    this.about = h('span', { class: 'about dim' });
    this.limits = h('span', { class: 'limits', id: 'limits' });
    this.badges = h('span', { class: 'badges' });
    this.credits = h('b', { id: 'credits' }, '…');
    this.purse = h('span', { class: 'label' }, 'credits');
    const opens = (name, label, sign, open = () => this.panels.open(name)) => button(
      [h('span', { class: 'wide' }, label), h('span', { class: 'slim', 'aria-hidden': 'true' }, sign)],
      open, { class: 'tool opens', id: `open-${name}`, 'aria-label': label });
    const bar = h('header', { class: 'bar' },
      h('a', { class: 'home', href: '/', 'aria-label': 'back to the lobby' }, '‹'),
      h('div', { class: 'title' }, this.name, this.about), this.limits, this.badges,
      button([this.purse, this.credits], () => this.panels.open('credits'), { class: 'meter' }),
      opens('log', 'More', '☰'), opens('help', 'Help', '?'), opens('you', 'Your play', '◷', () => location.assign('/you')), opens('settings', 'Settings', '⚙\u{FE0E}', openSettings));
    this.signs = h('div', { class: 'signs', role: 'status' });
    this.frame = h('div', { class: 'felt-frame' });
    const main = h('main', { class: 'table-page house' }, this.signs, this.frame,
      h('div', { class: 'outcome-row' }, this.outcome.element, this.question.element), this.dock.element);
    const root = h('div', { class: 'terminal-page' }, bar, main, this.panels.element);
    const place = document.getElementById('app') ?? document.body;
    place.replaceChildren(offlineBanner(link), troubleBanner(link, this.table), root);
    root.addEventListener('clause', ({ detail }) => this.panels.showClause(detail));
    root.addEventListener('panel', ({ detail }) => this.panels.open(detail));
    this.frame.addEventListener('area', (event) => this.tapped(event.detail, event.target));
    this.frame.addEventListener('paired', ({ detail }) => this.decisions.point(detail));
    this.frame.addEventListener('pointed', ({ detail }) => this.point(detail));
    this.frame.addEventListener('contextmenu', (event) => this.takeOff(event));
    // Where the strip has no room for what best play would have been, the line of the dock has.
    this.outcome.element.addEventListener('judged', ({ target, detail }) => target.scrollWidth > target.clientWidth && this.notices.say(detail));
    // A tap or a key is never kept waiting by what moves.
    for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, () => this.hurry(), { capture: true });
    listen({
      felt: () => this.felt, dock: this.dock, bets: this.bets, decisions: this.decisions, panels: this.panels,
      deciding: () => this.deciding,
    });
  }

  start() {
    link.addEventListener('table', ({ detail }) => detail.table === this.table && this.look(detail.view, detail.whole));
    link.addEventListener('you', () => {
      this.keep();
      this.soon();
    });
    // At once: no button may look alive below a line that says nothing gets through.
    link.addEventListener('state', ({ detail }) => (detail.online ? this.soon() : this.draw(false)));
    link.addEventListener('late', ({ detail }) => this.late(detail));
    new ResizeObserver(() => this.reform()).observe(this.frame);
    link.watch(this.table);
    link.start();
    setTimeout(() => this.view || this.notices.say('Waiting for the table…'), 2500);
  }

  /** A command that an earlier page, or another tab, could not hear the end of. */
  late(result) {
    if (result.ok) this.notices.say('An earlier command went through.');
    else this.refused(result);
  }

  state() {
    const mine = link.you.tables?.[this.table] ?? NOTHING;
    return { view: withOwn(this.view, mine), me: link.you.name, odds: this.odds, mine, boxes: mine.boxes ?? [], online: link.online };
  }

  get deciding() {
    return Boolean(this.view) && Decisions.mine(this.view, link.you.name);
  }

  // -- showing ---------------------------------------------------------------------------------------

  look(view, whole) {
    const first = !this.view;
    this.view = view;
    this.keep();
    if (this.game !== view.game) this.rebuild();
    if (first) this.odds.load();
    this.soon(!(first && whole));
  }

  /** Every view counts, also one that the next draws over. */
  keep() {
    if (this.view && this.view.mode === 'virtual') this.seen.look(this.view, link.you.tables?.[this.table] ?? NOTHING);
  }

  /** What belongs together arrives in several messages (the table, then one's own cards): draw them as one. */
  soon(animated = true) {
    this.animated = (this.animated ?? true) && animated;
    this.drawing ??= setTimeout(() => {
      const moving = this.animated;
      this.drawing = this.animated = undefined;
      this.draw(moving);
    }, TOGETHER);
  }

  async rebuild() {
    if (!this.view) return;
    this.game = this.view.game;
    await fetchDrawing(this.view);
    this.felt = new Felt(this.view, () => formFor(this.frame.clientWidth, this.frame.clientHeight));
    this.frame.replaceChildren(this.felt.element);
    this.draw(false);
  }

  /** The window has another size: perhaps another form of the felt fits it. */
  reform() {
    const form = formFor(this.frame.clientWidth, this.frame.clientHeight);
    if (form !== this.felt?.element.dataset.form) this.draw(false);
  }

  draw(animated = true) {
    const state = this.state();
    if (!state.view || !this.felt) return;
    state.view.edges = this.odds.edges;
    this.bets.look(state.view, state.me, state.boxes);
    this.remember(state);
    const { shown, ...end } = this.picture(state);
    const still = this.felt.update(shown, {
      me: state.me, own: this.own, named: { ...this.named, ...shown.named }, parts: { ...this.parts, ...shown.parts }, boxes: state.boxes, shut: state.mine.shut, sending: this.bets.pending(), animated, ...end,
    });
    this.decisions.update(state.view, state.me, state.online, this.own, this.named);
    this.dock.update(state, this.deciding);
    this.drawBar(state);
    this.question.update({ ...state, seat: state.boxes.length > 0 || state.view.wagers?.some(({ player }) => player === state.me) });
    // Words about a card wait until the card lies there.
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tell(), still);
  }

  hurry() {
    if (!this.felt?.rest) return;
    this.felt.hurry();
    clearTimeout(this.telling);
    this.tell();
  }

  /** One's own face-down cards stay known to the end of the round, when the table no longer tells them apart. */
  remember({ view, mine }) {
    if (Object.keys(view.hands ?? {}).length) [this.own, this.named, this.parts] = [mine.hands ?? {}, mine.named ?? {}, mine.parts ?? {}];
    this.own ??= {};
    this.named ??= {};
    this.parts ??= {};
  }

  /** What to draw: the end of the last round stays until the player has a stake in the next. */
  picture({ view, me }) {
    const { last } = view;
    const over = last && view.betting && last.round < view.round && !Object.keys(view.hands ?? {}).length;
    const staked = this.bets.staked() > this.bets.standing() || this.bets.sending.size > 0;
    if (!over || staked) return { shown: view, won: [], over: false, marked: !(staked && view.betting) };
    const won = last.lines.filter((line) => line.player === me && line.outcome === 'win');
    return { shown: { ...view, hands: last.hands ?? {}, named: last.named ?? {}, parts: last.parts ?? {}, events: last.told ?? view.events }, won, over };
  }

  tell() {
    const state = this.state();
    this.outcome.update(state);
    this.panels.update(state);
    this.log.update(state);
    // At a table where chips have no value, what counts is the chips lent there.
    const chips = link.you.tables?.[state.view.id]?.chips;
    const purse = chips ?? link.you.credits;
    this.purse.textContent = chips !== undefined ? 'lesson chips' : link.you.play ? 'credits (play money)' : 'credits';
    this.credits.textContent = purse === null ? '…' : money(purse);
  }

  drawBar({ view, me }) {
    const limits = limitsOf(view, me);
    this.name.textContent = view.name;
    this.about.textContent = view.name === view.title ? '' : view.title;
    document.title = `${view.name} · Pitboss`;
    this.limits.replaceChildren(
      h('span', { class: 'label' }, 'min'), h('b', { id: 'minimum' }, short(limits.minimum)),
      h('span', { class: 'label' }, 'max'), h('b', { id: 'maximum' }, short(limits.maximum)));
    const badges = [
      view.teaching && view.teaching !== 'no' ? (view.teaching === 'yes' ? 'teaching table' : 'teaching table, chips without value') : '',
      view.mode === 'physical' ? 'dealer at the table' : '',
      view.limits?.kept?.[me] !== undefined ? `you keep the minimum of ${short(view.limits.kept[me])}` : '',
    ].filter(Boolean);
    this.badges.replaceChildren(...badges.map((badge) => h('span', { class: 'badge' }, badge)));
    this.drawSigns(view);
  }

  drawSigns(view) {
    const signs = view.chance ? [h('p', {}, 'The source of chance failed a test: no new rounds are started. What is under way is played out.')] : [];
    if (view.closing) signs.push(h('p', {}, `This table closes at ${clockTime(view.closing.at)}. `, clauseChip(view.closing.clause)));
    if (view.status === 'closed') signs.push(h('p', {}, 'This table is closed. ', h('a', { href: '/' }, 'Other tables')));
    for (const notice of view.limits?.notices ?? []) {
      const rounds = notice.rounds ? ` and not before ${notice.rounds} more rounds` : '';
      const limits = `minimum ${short(notice.minimum)}, maximum ${short(notice.maximum)}`;
      signs.push(h('p', {}, `From ${clockTime(notice.starts)}${rounds}: ${limits}.`));
    }
    // A line at all times, so that the felt stays where it is while something is entered.
    if (view.mode === 'physical') signs.push(h('p', {}, view.pending ? 'The dealer is entering what the table showed.' : 'A dealer runs this table.'));
    const key = signs.map((sign) => sign.textContent).join('|');
    if (key === this.signKey) return;
    this.signKey = key;
    this.signs.replaceChildren(...signs);
  }

  /** Where somebody who sits down finds his place: the box in front, if it is free. */
  seatFor() {
    const { front } = this.felt.layout;
    return this.view.seats?.[front] ? this.bets.firstFree() : front;
  }

  // -- touching --------------------------------------------------------------------------------------

  tapped({ wager, box, behind, shut }, target) {
    if (this.deciding && this.decisions.pressNamed(wager)) return undefined;
    if (behind) return this.offerBox(box);
    if (this.view.status === 'closed') return this.notices.say('This table is closed.');
    if (!this.view.betting) return this.notices.say('No more bets: wait for the next round.');
    if (!link.online) return this.notices.say('Not connected: the chip stays in the tray.');
    if (shut) return this.refused({ says: shut.words, clause: shut.clause });
    this.notices.clear();
    this.fly(target);
    return this.bets.place(box, wager);
  }

  /** What was refused is told in the dock; whoever has too little of play money is offered more of it there. */
  refused(result) {
    const topUp = button('Top up', async () => {
      const answer = await link.do({ t: 'top-up' });
      this.notices[answer.ok ? 'say' : 'refused'](answer.ok ? 'Play money added.' : answer);
    }, { class: 'tool', id: 'top-up-now' });
    this.notices.refused(result, result.short && link.you.play ? [topUp] : []);
  }

  /** Why nothing can be put where somebody points, as long as he does. */
  point(area) {
    this.notices.hint(area?.shut ? [area.shut.words, ' ', clauseChip(area.shut.clause)] : []);
  }

  /** A box too small to play on: nothing moves under the finger, a button in the dock brings it to the front. */
  offerBox(box) {
    const sitting = this.view.seats?.[box];
    const bring = button(`Play box ${box}`, () => {
      this.felt.layout.bring(box);
      this.notices.clear();
      this.draw(false);
    }, { class: 'tool', id: 'bring' });
    this.notices.say(`Box ${box} is ${sitting ? `${sitting}’s` : 'free'}.`, '', [bring]);
  }

  takeOff(event) {
    const area = this.felt.layout.areas().find(({ element }) => element.contains(event.target));
    if (!area) return;
    event.preventDefault();
    this.bets.takeBack(area.box, area.wager);
  }

  /** The chip goes from the tray to the area. */
  fly(target) {
    const from = this.dock.chosen()?.getBoundingClientRect();
    const to = target.getBoundingClientRect();
    sound('chip');
    if (!from) return;
    const chip = h('div', { class: 'flying', 'aria-hidden': 'true' }, chipPicture(this.bets.chip));
    Object.assign(chip.style, { left: `${to.left + to.width / 2 - 18}px`, top: `${to.top + to.height / 2 - 18}px` });
    document.body.append(chip);
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    const flight = move(chip, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], { duration: 200 });
    if (flight) flight.onfinish = () => chip.remove();
    else chip.remove();
  }
}

const table = decodeURIComponent(location.pathname.split('/')[2] ?? '');
new Terminal(table).start();

/** A choice whose options tell what the hand holds is told to its player alone. */
function withOwn(view, { asked }) {
  return view?.asked?.secret && asked?.hand === view.asked.hand ? { ...view, asked: { ...view.asked, ...asked } } : view;
}
