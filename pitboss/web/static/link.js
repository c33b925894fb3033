// The socket. It comes back by itself, asks for a snapshot when a step is missing, and sends every command
// again under the same id until the floor has said what became of it.

import { Kept, newId } from './kept.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15000;
const PING_EVERY = 10000;
const PONG_WITHIN = 8000;
// What belongs to one round: sent again when that round is over, it must not count in the next.
const IN_ROUND = ['place', 'take', 'clear', 'decide', 'ready',
  'no-more-bets', 'enter', 'confirm', 'drop-entry', 'place-for', 'take-for', 'decide-for', 'report', 'silence', 'direct',
  'propose'];
// What answers one question, and no later one.
const AT_STEP = ['decide', 'enter', 'confirm', 'decide-for', 'silence', 'direct'];
const RETRY_AFTER = 1000;
const SHOWN_WITHIN = 1000;
const STALE = 8000;

class Link extends EventTarget {
  constructor() {
    super();
    this.online = false;
    this.you = { name: '', role: '', credits: null, vouchers: [], tables: {} };
    this.skew = 0;
    this.off = 0;
    this.views = new Map();
    // The lobby, by the ids of its tables.
    this.tables = new Map();
    this.wantsLobby = false;
    this.tries = 0;
    this.waiting = new Map();
    this.unshown = [];
    this.asked = new Map();
    this.questions = 0;
    this.kept = null;
    this.ended = '';
    // The floor said that it closes: what is lost then is not the line.
    this.closed = false;
  }

  start() {
    this.open();
    window.addEventListener('online', () => this.hurry());
    window.addEventListener('offline', () => this.socket?.close());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    setInterval(() => this.ping(), PING_EVERY);
    return this;
  }

  /** The floor's clock, for countdowns. */
  now() {
    return Date.now() + this.skew;
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // -- coming and going ------------------------------------------------------------------------------

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onmessage = (message) => this.socket === socket && this.receive(JSON.parse(message.data));
    socket.onclose = () => this.socket === socket && this.lost();
  }

  lost() {
    clearTimeout(this.overdue);
    this.socket = null;
    const was = this.online;
    this.online = false;
    for (const { reject } of this.asked.values()) reject(new Error('the connection was lost'));
    this.asked.clear();
    if (was || this.tries === 1) this.tell('state', { online: false, ended: this.ended, closed: this.closed });
    if (this.ended) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries += 1;
    // Jitter, so that a thousand terminals do not knock at the same moment.
    this.timer = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
  }

  /** The page is looked at again, or the network is back: do not wait for the timer. */
  hurry() {
    if (this.ended) return;
    if (!this.socket) this.open();
    else this.ping();
  }

  ping() {
    if (!this.online) return;
    this.resend(STALE);
    this.pinged = Date.now();
    this.send({ t: 'ping' });
    clearTimeout(this.overdue);
    this.overdue = setTimeout(() => this.socket?.close(), PONG_WITHIN);
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // -- what the floor says -----------------------------------------------------------------------------

  receive(message) {
    const act = {
      hello: () => this.hello(message),
      you: () => this.about(message),
      lobby: () => this.listed(message.tables, true),
      'lobby-news': () => this.listed(message.tables, false, message.gone),
      snapshot: () => this.snapshot(message),
      delta: () => this.delta(message),
      trouble: () => this.tell('trouble', message),
      done: () => this.done(message),
      answer: () => this.answer(message),
      pong: () => this.pong(message),
      bye: () => this.bye(message),
    }[message.t];
    act?.();
  }

  hello(message) {
    const resumed = this.tries > 0;
    this.tries = 0;
    this.online = true;
    this.closed = false;
    this.skew = message.now - Date.now();
    this.clockOff(message);
    Object.assign(this.you, message.you ?? {});
    if (this.you.name && !this.kept) this.kept = new Kept(this.you.name);
    if (this.wantsLobby) this.send({ t: 'watch-lobby' });
    for (const [table, held] of this.views) {
      // Versions are this connection's: a floor that was started again counts anew.
      held.ver = -1;
      this.send({ t: 'watch', table });
    }
    this.resend(0);
    this.tell('state', { online: true, resumed });
    this.tell('you', this.you);
  }

  /** What was never answered goes out again under its old id: this tab's, and what a closed tab left behind. */
  resend(age) {
    for (const { id, command, at } of this.kept?.mine() ?? []) {
      if (Date.now() - at >= age) this.send({ t: 'do', id, command });
    }
  }

  about(message) {
    const { t, ...news } = message;
    Object.assign(this.you, news);
    this.tell('you', this.you);
  }

  /** Tables in short: all of them, or those that changed. */
  listed(tables, whole, gone = []) {
    if (whole) this.tables.clear();
    for (const id of gone) this.tables.delete(id);
    for (const table of tables) this.tables.set(table.id, table);
    this.tell('lobby', [...this.tables.values()]);
  }

  snapshot({ table, ver, view }) {
    if (!this.views.has(table)) return;
    this.views.set(table, { ver, view });
    this.skewFrom(view.now);
    this.shownNow(table, view.version);
    this.tell('table', { table, view, whole: true });
  }

  delta({ table, from, ver, set, splice }) {
    const held = this.views.get(table);
    if (!held) return;
    if (held.ver !== from) {
      // Asked for once: until the snapshot comes, later steps have the same gap.
      if (held.ver !== -1) this.send({ t: 'watch', table });
      held.ver = -1;
      return;
    }
    const view = { ...held.view, ...set };
    for (const [key, [at, gone, items]] of Object.entries(splice ?? {})) {
      view[key] = [...(held.view[key] ?? [])];
      view[key].splice(at, gone, ...items);
    }
    this.views.set(table, { ver, view });
    this.shownNow(table, view.version);
    this.tell('table', { table, view, whole: false });
  }

  skewFrom(now) {
    if (now) this.skew = now - Date.now();
  }

  pong(message) {
    clearTimeout(this.overdue);
    const took = Date.now() - this.pinged;
    this.skew = message.now + took / 2 - Date.now();
    this.clockOff(message);
  }

  /** Seconds that the machine's clock is ahead of the floor's time since it jumped; staff are told. */
  clockOff({ clock_off: off = 0 }) {
    if (off !== this.off) this.tell('clock', off);
    this.off = off;
  }

  bye({ why }) {
    // A stopping floor comes back, and a slow line may get better; somebody signed out does not want to.
    if (!['server stops', 'too many messages', 'too slow'].includes(why)) this.ended = why;
    if (why === 'too many messages') this.tries = 4;
    this.closed = why === 'server stops';
    this.tell('bye', why);
  }

  // -- what this terminal asks -------------------------------------------------------------------------

  watch(table) {
    this.views.set(table, { ver: -1, view: null });
    if (this.online) this.send({ t: 'watch', table });
  }

  watchLobby() {
    this.wantsLobby = true;
    if (this.online) this.send({ t: 'watch-lobby' });
  }

  /** Give a command. Nothing is taken on while offline: a bet that nobody received is no bet. */
  do(wanted) {
    if (!this.online || !this.kept) {
      return Promise.resolve({ ok: false, refused: 'not connected, so nothing was sent', clause: '', legal: '' });
    }
    const id = newId();
    const round = this.views.get(wanted.table)?.view?.round;
    const command = round && IN_ROUND.includes(wanted.t) ? { round, ...wanted } : { ...wanted };
    const step = this.views.get(wanted.table)?.view?.asked?.step;
    if (step && AT_STEP.includes(wanted.t)) command.step = step;
    this.kept.add(id, command);
    const answered = new Promise((resolve) => this.waiting.set(id, { resolve, command }));
    this.send({ t: 'do', id, command });
    this.tell('sending', this.waiting.size);
    return answered;
  }

  done({ id, result, version }) {
    if (result.retry) {
      // Nothing was done and nothing is kept of it: the same command goes again, and counts once.
      setTimeout(() => this.again(id), RETRY_AFTER);
      return;
    }
    this.kept?.remove(id);
    const pending = this.waiting.get(id);
    this.waiting.delete(id);
    if (pending) this.whenShown(pending.command.table, version, () => pending.resolve(result));
    this.tell('sending', this.waiting.size);
    // Sent by a tab, or a page, that is gone: its outcome still has to be told to somebody.
    if (!pending) this.tell('late', result);
  }

  /** A busy table is shown a few times a second: what was acknowledged stays "sending" until the view has it. */
  whenShown(table, version, then) {
    const held = this.views.get(table);
    if (!version || !held?.view || held.view.version >= version) then();
    else {
      const timer = setTimeout(() => this.shownNow(table, Infinity), SHOWN_WITHIN);
      this.unshown.push({ table, version, then, timer });
    }
  }

  shownNow(table, version) {
    const due = this.unshown.filter((each) => each.table === table && each.version <= version);
    this.unshown = this.unshown.filter((each) => !due.includes(each));
    for (const { then, timer } of due) {
      clearTimeout(timer);
      then();
    }
  }

  again(id) {
    const entry = this.kept?.mine().find((kept) => kept.id === id);
    if (entry) this.send({ t: 'do', id, command: entry.command });
  }

  ask(query) {
    if (!this.online) return Promise.reject(new Error('not connected'));
    this.questions += 1;
    const n = this.questions;
    const answered = new Promise((resolve, reject) => this.asked.set(n, { resolve, reject }));
    this.send({ t: 'ask', n, query });
    return answered;
  }

  answer({ n, result }) {
    const question = this.asked.get(n);
    this.asked.delete(n);
    if (result && result.ok === false) {
      question?.reject(Object.assign(new Error(result.refused ?? 'refused'), { result }));
    } else question?.resolve(result);
  }
}

/** The page's one connection; whoever shows the page starts it. */
export const link = new Link();
