// Making elements, and writing amounts the same way everywhere.

import { pace } from './settings.js';

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (name === 'data') Object.assign(element.dataset, value);
    else if (name === 'style') for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** A button that does something. */
export function button(label, act, props) {
  return h('button', { type: 'button', ...props, on: { click: act } }, ...[label].flat());
}

/** The label of a round or hand that this program does not play again. */
export function olderRules({ older, why }) {
  return h('p', { class: 'older-rules', role: 'note' }, `It was ${older}, and is shown as it was stored, without its steps.`, why ? ` ${why}.` : '');
}

/** Cents as people write them: 1,234.50. By hand: a browser takes longer to learn a language's way than to draw a table. */
export function money(cents) {
  const whole = String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const part = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '−' : ''}${whole}.${part}`;
}

/** Money without its cents where there are none: on signs and chips. */
export function short(cents) {
  return cents % 100 ? money(cents) : money(cents).slice(0, -3);
}

/** A change of fortune, with its sign. */
export function signed(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** A time with its date, as 16 Nov 14:30: yesterday's looks like today's without it. */
export function dated(ms, more = {}) {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...more };
  return new Date(ms).toLocaleString('en-AU', parts).replace(',', '');
}

export function clockTime(ms) {
  return dated(ms);
}

export function dateTime(ms) {
  return new Date(ms).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

const still = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Animate at the chosen speed, unless the system asks for stillness; what moves is always in its final place already. */
export function move(element, frames, { duration = 220, delay = 0, ...more } = {}) {
  if (still.matches || !element.animate) return null;
  const timing = { duration: duration * pace(), delay: delay * pace(), easing: 'cubic-bezier(.2,.7,.3,1)', fill: 'backwards' };
  return element.animate(frames, { ...timing, ...more });
}

export function isStill() {
  return still.matches;
}

export const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));
