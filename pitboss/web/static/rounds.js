// The last ten rounds, replayed step by step, each with its proof, checked by this browser.

import { button, h, olderRules, signed, clockTime } from './dom.js';
import { quietClause } from './clause.js';
import { withSigns } from './cards.js';
import { Felt } from './felt.js';
import { reviewOf } from './odds.js';
import { proofCard } from './proof_panel.js';

const REFERRED = { open: 'the supervisor has not decided', decided: 'the supervisor has decided, see the round' };

/** One round, a step at a time. */
export class Replay {
  /** `review`: what best play would have been, where that is told. */
  constructor(view, round, me, back, review = '') {
    this.steps = round.steps ?? [];
    this.felt = new Felt({ ...view, wagers: [], hands: {}, events: [], last: null, asked: null, betting: false });
    this.felt.element.classList.add('replayed');
    this.view = view;
    this.me = me;
    this.at = 0;
    this.words = h('p', { class: 'step-words', 'aria-live': 'polite' });
    const slid = () => this.go(Number(this.slider.value));
    this.slider = h('input', { type: 'range', min: 0, max: Math.max(0, this.steps.length - 1), value: 0, 'aria-label': 'step', on: { input: slid } });
    this.count = h('span', { class: 'dim' });
    const step = (label, name, change) => button(label, () => this.go(this.at + change), { class: 'tool', 'aria-label': name, id: `replay-${name}` });
    const head = h('div', { class: 'replay-head' }, h('h3', {}, `Round ${round.round ?? round.id ?? ''}`), button('← all rounds', back, { class: 'plain' }));
    const decided = [sentence(round.results?.[me]), h('h3', {}, 'What was decided'), lines(round.lines ?? [], me)];
    this.element = round.older ? h('section', { class: 'replay' }, head, olderRules(round), ...decided) : h('section', { class: 'replay' }, head,
      h('div', { class: 'replay-felt' }, this.felt.element),
      h('div', { class: 'steps' }, step('‹', 'back', -1), this.slider, step('›', 'forward', 1), this.count),
      this.words, ...decided, review,
      h('h3', {}, 'Proof'), proofCard(round.proof));
    // What came before is a step back.
    this.go(round.start ?? 0);
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    const step = this.steps[this.at];
    if (!step) return;
    this.slider.value = String(this.at);
    this.count.textContent = `${this.at + 1}/${this.steps.length}`;
    this.words.replaceChildren(withSigns(step.said ?? step.text), ' ', quietClause(step.clause) ?? '');
    const events = this.steps.slice(0, this.at + 1).flatMap((shownStep) => shownStep.events ?? []);
    const view = { ...this.view, last: null, asked: null, betting: false, phase: 'dealing', events, ...step.view };
    this.felt.update(view, { me: this.me, own: {}, animated: false });
  }
}

function lines(settled, me) {
  if (!settled.length) return h('p', { class: 'dim' }, 'no wager was settled');
  return h('ol', { class: 'lines' }, settled.map(({ outcome, player, words, reasons, clause }) => h('li',
    { class: `settled ${outcome}${player === me ? ' mine' : ''}`, title: reasons[0].words },
    h('span', { class: 'text' }, player === me ? words : `${player}: ${words}`), quietClause(clause))));
}

/** How it came out for whoever looks. */
function sentence(result) {
  return result?.headline ? [h('p', { class: 'headline' }, result.headline), ...result.notes.map((note) => h('p', { class: 'dim' }, note))] : '';
}

export function roundsPanel(link, table, state) {
  const list = h('div', {});
  const element = h('section', { class: 'rounds' }, list);
  let shown = -1;

  async function refresh() {
    const { view, me } = state();
    shown = view.round;
    try {
      const { rounds } = await link.ask({ t: 'rounds', table });
      list.replaceChildren(h('p', { class: 'dim' }, 'Tap a round to see it again, step by step. ', h('a', { href: '/you' }, 'All you have played')),
        h('ol', { class: 'round-list' }, rounds.map((round) => h('li', {}, entry(round, me)))));
      if (!rounds.length) list.replaceChildren(h('p', { class: 'dim' }, 'No round has been played here yet.'));
    } catch (bad) {
      list.replaceChildren(h('p', { class: 'refused' }, bad.message));
    }
  }

  function entry(round, me) {
    const gain = netOf(round, me);
    return button([
      h('span', { class: 'dim' }, `${round.round}`), h('b', { title: round.why || '' }, withSigns(round.result || 'over'), round.why && !round.void ? ' *' : ''),
      round.interrupted ? h('span', { class: 'dim', title: 'the floor stopped in this round, and it went on where it was' }, 'interrupted') : '',
      round.referred ? h('span', { class: 'dim', title: `a report on which the rules are silent: ${REFERRED[round.referred]}` }, 'referred') : '',
      h('span', { class: `net ${gain > 0 ? 'up' : ''}` }, gain === undefined ? '' : signed(gain)),
      h('span', { class: 'dim' }, round.at ? clockTime(round.at) : ''),
    ], () => open(round), { data: { round: round.id } });
  }

  async function open({ id, round }) {
    const { view, me, odds } = state();
    try {
      const details = await link.ask({ t: 'round', id });
      const review = odds.advice.given && !details.older && details.lines.some(({ player }) => player === me) ? reviewOf(link, id) : '';
      element.replaceChildren(new Replay(view, { round, id, ...details }, me, () => element.replaceChildren(list), review).element);
    } catch (bad) {
      list.prepend(h('p', { class: 'refused' }, bad.message));
    }
  }

  return {
    title: 'Rounds',
    element,
    open: () => refresh(),
    update(now) {
      if (now && element.isConnected && now.view.round !== shown && element.firstChild === list) refresh();
    },
  };
}

// Stakes that stayed on the layout are neither won nor lost: `gain` leaves them out.
const netOf = (round, me) => (round.gain ?? round.net)?.[me];
