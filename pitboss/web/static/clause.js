// A clause that can be tapped, wherever something names one, and what it says.

import { h } from './dom.js';

/** <clause-chip>the id of a clause</clause-chip>: tells the page that somebody wants to read the clause. */
class ClauseChip extends HTMLElement {
  connectedCallback() {
    if (this.firstElementChild) return;
    const id = this.getAttribute('clause') ?? this.textContent.trim();
    this.textContent = '';
    const ask = (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.dispatchEvent(new CustomEvent('clause', { bubbles: true, detail: id }));
    };
    const sign = this.hasAttribute('quiet') ? '§' : id;
    this.append(h('button', { type: 'button', 'aria-label': `clause ${id}`, title: sign === id ? null : id, on: { click: ask } }, sign));
  }
}
customElements.define('clause-chip', ClauseChip);

export function clauseChip(id) {
  return id ? h('clause-chip', { clause: id }) : null;
}

/** The same as a small sign, where words come first. */
export function quietClause(id) {
  return id ? h('clause-chip', { clause: id, quiet: '' }) : null;
}

const clauses = new Map();

async function fetchClause(id) {
  if (!clauses.has(id)) {
    const response = await fetch(`/api/clause/${encodeURIComponent(id)}`);
    if (!response.ok) throw new Error(response.status === 404 ? `there is no clause ${id}` : 'it cannot be read just now');
    clauses.set(id, await response.json());
  }
  return clauses.get(id);
}

function readings(list) {
  return (list ?? []).map((reading) => h('p', { class: 'reading' },
    h('b', {}, 'How we read it. '), typeof reading === 'string' ? reading : `${reading.reading} (${reading.matter})`));
}

/** What a clause says, in the program's words, filled in as it arrives. */
export function clauseCard(id) {
  const body = h('div', { class: 'clause-text' }, h('p', { class: 'dim' }, 'reading…'));
  fetchClause(id).then((clause) => {
    const via = clause.via ? h('p', { class: 'dim' }, 'applied through ', clauseChip(clause.via)) : null;
    body.replaceChildren(...[h('p', {}, clause.summary ?? clause.text ?? ''), via, ...readings(clause.readings)].filter(Boolean));
    if (clause.book || clause.topic) body.append(h('p', { class: 'dim' }, [clause.book, clause.topic].filter(Boolean).join(' · ')));
  }, (bad) => body.replaceChildren(h('p', { class: 'refused' }, bad.message)));
  return h('article', { class: 'clause-card' }, h('h3', {}, id), body);
}
