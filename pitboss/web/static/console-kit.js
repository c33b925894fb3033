// Small things every part of the console uses: elements, money, times, clauses, refusals.

import {dated, h as element, money, short, signed} from './dom.js';
import {clauseCard, clauseChip} from './clause.js';
import {link} from './link.js';
import {Notices} from './say.js';
import {openSettings} from './settings.js';

export {clauseChip, link, money, short, signed};

/** An element with attributes, listeners (on...) and children, however deeply listed. */
export function h(tag, attrs = {}, ...children) {
  const on = {};
  const props = {};
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith('on')) on[name.slice(2)] = value;
    else props[name] = value;
  }
  return element(tag, {...props, on}, ...children.flat(4));
}

/** Fill an element afresh, but only when what it shows has changed: what people are typing stays. */
export function fill(place, key, build) {
  const text = JSON.stringify(key);
  if (place.dataset.shows === text) return false;
  place.dataset.shows = text;
  place.replaceChildren(...[build()].flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return true;
}

/** Dollars as people write them ("10", "2.50") in cents; null when it is no amount. */
export function cents(text) {
  const match = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] || '').padEnd(2, '0')) : null;
}

/** A time with its date, to the second. */
export const clock = (ms) => dated(ms, {second: '2-digit'});

/** How long until a moment, in few words. */
export function until(ms) {
  const left = Math.max(0, Math.round((ms - link.now()) / 1000));
  if (left < 90) return `${left} s`;
  return left < 5400 ? `${Math.ceil(left / 60)} min` : `${(left / 3600).toFixed(1)} h`;
}

/** Seconds that count down by themselves wherever they are shown. */
export const countdown = (ends, label = '') =>
  h('span', {class: 'countdown', 'data-ends': ends, 'data-label': label}, `${label}${until(ends)}`);

setInterval(() => {
  for (const shown of document.querySelectorAll('.countdown')) {
    const words = `${shown.dataset.label}${until(Number(shown.dataset.ends))}`;
    // What stays as it is would be drawn again all the same.
    if (shown.textContent !== words) shown.textContent = words;
    shown.classList.toggle('late', Number(shown.dataset.ends) - link.now() < 5000);
  }
}, 250);

// -- clauses -----------------------------------------------------------------------------------------

/** Words with the clause they rest on. */
export const cited = (text, clause) => h('span', {class: 'cited'}, text, clause ? ' ' : null, clauseChip(clause));

document.addEventListener('clause', ({detail}) => sheet('What the clause says', clauseCard(detail)));

// -- sheets ------------------------------------------------------------------------------------------

/** Something that opens beside the table: a title, content, and Esc to close it. */
export function sheet(title, ...content) {
  const back = document.activeElement;
  const dialog = h('dialog', {class: 'sheet', 'aria-label': title},
    h('header', {}, h('h2', {}, title),
      h('button', {type: 'button', class: 'quiet', 'aria-label': 'close', onclick: () => dialog.close()}, '✕')),
    h('div', {class: 'sheet-body'}, content));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => { dialog.remove(); back?.isConnected && back.focus(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// -- talking to the server ---------------------------------------------------------------------------

const notices = new Notices();

/** One line at the foot of the page: what was refused, its clause, what would be legal. */
export function tell(what, {clause = '', legal = '', good = false} = {}) {
  // A sheet lies over everything else, the line included.
  (document.querySelector('dialog[open]') ?? document.body).append(notices.element);
  notices.element.replaceChildren();
  if (good) notices.say(what);
  else notices.refused({refused: what, clause, legal});
}

export function tellRefusal(result) {
  tell(result.refused || 'refused', {clause: result.clause, legal: result.legal});
}

/** Give a command and show a refusal as one line. True, or the result, when it was carried out. */
export async function act(command, {done = ''} = {}) {
  const pressed = document.activeElement;
  pressed?.setAttribute?.('aria-busy', 'true');
  try {
    const result = await link.do(command);
    if (!result.ok) tellRefusal(result);
    else notices.element.replaceChildren();  // what was refused before is put right
    // Some things one person does not do alone: nothing has happened yet.
    if (result.ok && result.proposed) tell(`${result.why ?? 'this takes a second person'}: it waits to be approved, nothing was done yet`, {good: true});
    else if (result.ok && done) tell(done, {good: true});
    return result.ok ? result : null;
  } finally {
    pressed?.removeAttribute?.('aria-busy');
  }
}

/** Ask something that changes nothing; null when it was refused (and said so). */
export async function ask(query) {
  try {
    return await link.ask(query);
  } catch (error) {
    tell(error.message);
    return null;
  }
}

// Asking counts as being here, so nothing is asked by itself once nobody has touched the console for a while:
// whoever walks away is signed out in the end.
const WHILE = 120000;
let touched = Date.now();
for (const sign of ['pointerdown', 'keydown', 'wheel']) addEventListener(sign, () => { touched = Date.now(); }, {capture: true, passive: true});
export const awake = () => link.online && !document.hidden && Date.now() - touched < WHILE;

// -- forms -------------------------------------------------------------------------------------------

/** A labelled field. */
export const field = (label, input, note = '') =>
  h('label', {class: 'field'}, h('span', {}, label), input, note ? h('small', {}, note) : null);

export const text = (name, attrs = {}) => h('input', {name, autocomplete: 'off', spellcheck: 'false', ...attrs});

export const choice = (name, values, chosen = '') => h('select', {name}, values.map((value) => {
  const [id, words] = Array.isArray(value) ? value : [value, value];
  return h('option', {value: id, selected: id === chosen}, words);
}));

/** Buttons of which one is chosen (or several); the value is the names, joined by commas. */
export function pick(name, values, {several = false, chosen = ''} = {}) {
  const hidden = h('input', {type: 'hidden', name, value: chosen});
  const group = h('div', {class: 'pick', role: 'group', 'aria-label': name}, values.map((value) => {
    const [id, words] = Array.isArray(value) ? value : [value, value];
    return h('button', {type: 'button', 'data-value': id, 'aria-pressed': String(id === chosen)}, words);
  }), hidden);
  group.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    // What has a value from the start always has one.
    const on = Boolean(chosen) || button.getAttribute('aria-pressed') !== 'true';
    if (!several) for (const other of group.querySelectorAll('button')) other.setAttribute('aria-pressed', 'false');
    button.setAttribute('aria-pressed', String(on));
    hidden.value = [...group.querySelectorAll('[aria-pressed=true]')]
      .map((pressedButton) => pressedButton.dataset.value).join(',');
    group.dispatchEvent(new Event('change', {bubbles: true}));
  });
  group.addEventListener('keydown', (event) => keyed(event, group, several));
  return group;
}

/** Among the facts of a report a letter or figure chooses what begins with it, and goes on to the next; Enter sends. */
function keyed(event, group, several) {
  const facts = group.closest('.facts');
  if (!facts || event.ctrlKey || event.metaKey || event.altKey) return;
  const chosenButton = event.key.length === 1 && event.key !== ' ' && [...group.querySelectorAll('button')].find(({dataset: {value}}) => value === event.key || (!/\d/.test(event.key) && value.startsWith(event.key)));
  if (event.key === 'Enter') facts.requestSubmit();
  else if (chosenButton) {
    chosenButton.click();
    const stops = [...facts.querySelectorAll('.pick > button:first-of-type, input:not([type=hidden]), select, [type=submit]')];
    (several ? chosenButton : stops[stops.indexOf(group.querySelector('button')) + 1])?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** A form that hands over its values, and keeps the page where it is. */
export function form(attrs, submit, ...content) {
  return h('form', {...attrs, autocomplete: 'off', onsubmit: (event) => {
    event.preventDefault();
    submit(Object.fromEntries(new FormData(event.target)), event.target);
  }}, content);
}

export const button = (words, press, attrs = {}) => h('button', {type: 'button', onclick: press, ...attrs}, words);

/** A button that must be pressed twice: the second time within a few seconds. */
export function sure(words, again, press, attrs = {}) {
  const sureButton = button(words, () => {
    const rest = () => { delete sureButton.dataset.sure; sureButton.replaceChildren(...[words].flat()); };
    if (sureButton.dataset.sure) { rest(); press(); return; }
    sureButton.dataset.sure = 'yes';
    sureButton.textContent = again;
    setTimeout(rest, 4000);
  }, attrs);
  return sureButton;
}

export const RANK = {player: 0, inspector: 1, dealer: 2, supervisor: 3, manager: 4};
/** May this role do what the named one may? An inspector only reads. */
export const may = (you, role) => you.role !== 'inspector' && RANK[you.role] >= RANK[role];

/** Who sits at this console, and the way out. */
export const whoami = () => h('span', {class: 'whoami'}, `${link.you.name}, ${link.you.role} `,
  button('Settings', openSettings, {class: 'quiet', id: 'open-settings'}),
  button('Sign out', () => document.querySelector('#sign-out')?.submit(), {class: 'quiet'}));
