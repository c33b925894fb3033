// What is one's own in the lobby: credits and vouchers, the name, and going. Fetched when it is wanted.

import { button, h, money } from './dom.js';
import { link } from './link.js';
import { creditsPanel } from './credits.js';
import { clauseCard } from './clause.js';

/** A sheet over the lobby. */
function sheet(id, title, ...content) {
  for (const other of document.querySelectorAll('dialog.sheet')) other.remove();
  const close = button('×', () => element.close(), { class: 'close', 'aria-label': 'close' });
  const element = h('dialog', { id, class: 'sheet', 'aria-labelledby': `${id}-title` },
    h('header', {}, h('h2', { id: `${id}-title` }, title), close), ...content);
  element.addEventListener('close', () => element.remove());
  // Beside it: away.
  element.addEventListener('click', (event) => event.target === element && element.close());
  document.body.append(element);
  element.showModal();
  return element;
}

const guest = () => document.getElementById('keep-name');
const purse = () => `${money(link.you.credits ?? 0)}${link.you.play ? ' of play money' : ''}`;

export function cashier() {
  const panel = creditsPanel();
  const clause = h('div', { 'aria-live': 'polite' });
  const shown = sheet('cashier', 'Credits and vouchers', panel.element, clause);
  shown.addEventListener('clause', ({ detail }) => clause.replaceChildren(clauseCard(detail)));
  panel.update();
}

/** A guest keeps name, credits and history with a password. */
export function keepName() {
  const form = guest().content.cloneNode(true);
  sheet('keeping', `Keep ${document.body.dataset.name}`,
    h('p', {}, 'With a password you come back to this name, its credits and its history from any browser.'), form);
}

export function account() {
  const { name } = document.body.dataset;
  const passwordParts = guest()
    ? [h('p', {}, 'You are here as a guest: this browser alone knows you.'), button('Keep this name', keepName, { class: 'go', id: 'keep-it' })]
    : [h('a', { class: 'button', href: '/password' }, 'Change the password')];
  sheet('account', name, ...passwordParts, h('a', { class: 'button', href: '/you' }, 'Your play'), button('Sign out', leave, { id: 'leave-floor' }));
}

/** A guest who signs out is gone for good, and is told so first. */
function leave() {
  const go = () => document.getElementById('sign-out').submit();
  if (!guest()) return go();
  return sheet('leaving', `Leave ${document.body.dataset.name} behind?`,
    h('p', {}, `Without a password nobody can come back to this name: ${purse()} and the history stay behind with it.`),
    button('Keep this name', keepName, { class: 'go' }),
    button('Sign out and lose it', go, { id: 'leave-for-good' }));
}
