// Under the table: whether bets are open, the chips, and what can be done with them.

import { button, h, short } from './dom.js';
import { clauseChip } from './clause.js';
import { chipPicture, chipLabel, chipsFor, limitsOf } from './chips.js';
import './ring.js';

export class Dock {
  /** `line`: where a word is said in the dock itself. */
  constructor(bets, acts, line) {
    this.bets = bets;
    this.ring = h('count-ring', { figure: 'countdown' });
    this.state = h('strong', { id: 'betting-state', role: 'status', 'aria-live': 'assertive' });
    this.words = h('span', { class: 'dim words' });
    this.tray = h('div', { class: 'tray', role: 'radiogroup', 'aria-label': 'chips' });
    const tool = (id, label, key, act) => button(label, act, { class: 'tool', id, title: `${label} (${key})`, 'aria-keyshortcuts': key });
    this.tools = {
      repeat: tool('repeat', 'Repeat', 'R', () => bets.repeat()),
      double: tool('double', 'Double', 'D', () => bets.double()),
      undo: tool('undo', 'Undo', 'U', () => bets.undo()),
      clear: tool('clear', 'Clear', 'C', () => bets.clear()),
    };
    this.sit = button('Sit down', acts.sit, { class: 'tool', id: 'sit' });
    this.leave = button('Leave', acts.leave, { class: 'tool quiet', id: 'leave' });
    this.ready = button('', acts.ready, { class: 'primary', id: 'ready', 'aria-keyshortcuts': 'N' });
    // Why there is no such button now.
    this.why = h('p', { class: 'why', id: 'why-not' });
    // What goes round the table, such as a bank, is passed on here by whom it is offered to.
    this.pass = button('', () => bets.give({ t: 'decide', hand: String(this.at), name: this.called }), { class: 'tool', id: 'pass-on', hidden: true });
    this.go = h('div', { class: 'go' }, this.ready, this.why, this.pass);
    this.decisions = acts.decisions;
    const tools = h('div', { class: 'tools' }, ...Object.values(this.tools), this.sit, this.leave);
    this.betting = h('div', { class: 'betting' }, this.tray, tools);
    this.element = h('section', { class: 'dock house-dock', 'aria-label': 'your bets' },
      h('div', { class: 'state' }, this.ring, h('div', { class: 'said' }, this.state, this.words)),
      this.betting, this.decisions.element, this.go, line, this.decisions.spoken);
  }

  update(state, deciding) {
    const { view, me, online, boxes } = state;
    this.ring.clock = view.clock;
    this.drawTray(state);
    this.say(state, deciding);
    this.betting.hidden = deciding;
    this.go.hidden = deciding;
    const open = view.betting && online && view.status !== 'closed';
    const staked = this.bets.staked() > 0;
    this.tray.classList.toggle('shut', !open);
    this.tools.repeat.disabled = !open || this.bets.last().length === 0;
    this.tools.double.disabled = !open || this.bets.own().length === 0;
    this.tools.undo.disabled = !open || this.bets.acts.length === 0;
    this.tools.clear.disabled = !open || !staked;
    this.sit.hidden = boxes.length > 0;
    this.sit.disabled = !online || this.bets.firstFree() === 0;
    this.leave.hidden = boxes.length === 0;
    this.leave.disabled = !online || staked;
    const waits = (view.ready ?? []).includes(me);
    const closes = view.mode === 'physical' ? 'Ready' : view.look?.closing ?? 'Deal';
    this.ready.textContent = waits && open ? 'Waiting…' : closes;
    this.offer(state, closes, open && !waits && this.bets.sending.size === 0);
    this.offerPass(state, open && !staked && this.bets.sending.size === 0);
  }

  /** In the place of a button that deals: to let go by what is offered to whoever sits here. */
  offerPass({ view, me, boxes }, able) {
    const isOffered = able && view.called?.player === me && boxes.length > 0;
    this.pass.hidden = !isOffered;
    this.why.hidden = isOffered;
    if (!isOffered) return;
    [this.at, this.called] = [boxes[0], view.called.name];
    this.pass.title = view.called.means;
    const said = `${view.called.name[0].toUpperCase()}${view.called.name.slice(1)}`;
    if (this.pass.textContent !== said) this.pass.textContent = said;
  }

  /** The button that ends betting, or in its place why there is none. */
  offer({ view, mine }, closes, able) {
    const none = !view.betting || this.bets.sending.size ? null
      : this.bets.staked() === 0 ? { words: `Put a chip on the layout, then ${closes.toLowerCase()}` } : mine.closing;
    this.ready.hidden = Boolean(none);
    this.ready.disabled = Boolean(none) || !able || this.bets.staked() === 0;
    const key = JSON.stringify(none);
    if (key === this.whyKey) return;
    this.whyKey = key;
    this.why.replaceChildren(...(none ? [none.words, ' ', clauseChip(none.clause)].filter(Boolean) : []));
  }

  say({ view, me, online, mine, boxes }, deciding) {
    const sending = this.bets.sending.size > 0;
    const state = view.status === 'closed' ? 'Table closed' : view.betting ? 'Place your bets' : 'No more bets';
    if (this.state.textContent !== state) this.state.textContent = state;
    this.state.classList.toggle('shut', !view.betting);
    const words = !online ? 'offline' : sending ? 'sending…' : gone(mine, boxes) || this.aside(view, me, deciding);
    if (this.words.textContent !== words) this.words.textContent = words;
    this.words.classList.toggle('sending', sending);
  }

  /** What else is worth a line: whom the table waits for, what lies there, what to do. */
  aside(view, me, deciding) {
    const decider = view.asked?.player;
    if (!view.betting && !deciding && decider && decider !== me) return `${decider} decides`;
    const staked = this.bets.staked();
    if (staked) return `on the table ${short(staked)}`;
    if (view.betting && view.called?.player === me) return view.called.words;
    return view.betting ? 'tap the layout to bet' : '';
  }

  drawTray({ view, me }) {
    const limits = limitsOf(view, me);
    const chips = chipsFor(limits);
    const key = chips.join();
    if (key !== this.trayKey) {
      this.trayKey = key;
      // A chip below the minimum is there to top a stake up; alone it would be refused.
      const { chip } = this.bets;
      if (!chips.includes(chip) || chip < limits.minimum) this.bets.chip = chips.find((value) => value >= limits.minimum) ?? chips[0];
      this.tray.replaceChildren(...chips.map((chip, n) => button(chipPicture(chip), () => this.choose(chip), {
        role: 'radio', class: 'tray-chip', data: { chip }, 'aria-label': `chip of ${chipLabel(chip)}`,
        title: `${chipLabel(chip)} (${n + 1})`,
      })));
      this.choose(this.bets.chip);
    }
  }

  choose(chip) {
    this.bets.chip = chip;
    for (const button of this.tray.children) {
      const chosen = Number(button.dataset.chip) === chip;
      button.setAttribute('aria-checked', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
  }

  chooseNth(n) {
    const button = this.tray.children[n - 1];
    if (button) this.choose(Number(button.dataset.chip));
  }

  chosen() {
    return this.tray.querySelector('[aria-checked="true"]');
  }
}

/** Why a seat was given up that its player did not leave. */
function gone(mine, boxes) {
  const { why, clause } = mine?.vacated ?? {};
  return why && !boxes?.length ? `your seat was given up: ${why}${clause ? ` [${clause}]` : ''}` : '';
}
