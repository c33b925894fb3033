// What opens beside the table: a column on a desk, a sheet on a phone. One panel shows at a time.

import { button, h } from './dom.js';
import { clauseCard } from './clause.js';
import { openSettings } from './settings.js';

export class Panels {
  /** `panels`: name -> {title, element, update?(state), open?(argument)}; the first one shows on a wide screen. */
  constructor(panels) {
    this.panels = panels;
    this.tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'beside the table' });
    this.body = h('div', { class: 'panel-body', id: 'panel-body', role: 'tabpanel', tabindex: 0 });
    this.clause = h('div', { class: 'clause-dock', 'aria-live': 'polite', hidden: true });
    const close = button('×', () => this.close(), { class: 'close', 'aria-label': 'close' });
    // A phone's bar has no room for it.
    const settings = button('⚙\u{FE0E}', openSettings, { class: 'close', 'aria-label': 'settings' });
    this.element = h('aside', { class: 'panel', 'aria-label': 'beside the table' },
      h('div', { class: 'panel-head' }, this.tabs, settings, close), this.clause, this.body);
    for (const [name, panel] of Object.entries(panels)) {
      const tab = button(panel.title, () => this.open(name), { role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel-body' });
      panel.tab = tab;
      if (!panel.hidden) this.tabs.append(tab);
    }
    this.tabs.addEventListener('keydown', (event) => this.step(event));
    this.show(Object.keys(panels)[0]);
  }

  step(event) {
    const change = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!change) return;
    event.stopPropagation();
    const tabs = [...this.tabs.children];
    const next = tabs[(tabs.indexOf(document.activeElement) + change + tabs.length) % tabs.length];
    next.focus();
    next.click();
  }

  show(name) {
    this.name = name;
    const panel = this.panels[name];
    for (const [other, { tab }] of Object.entries(this.panels)) {
      tab.setAttribute('aria-selected', String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
    }
    this.body.setAttribute('aria-labelledby', `tab-${name}`);
    this.body.replaceChildren(panel.element);
    this.body.scrollTop = 0;
    panel.update?.(this.state);
  }

  open(name, argument) {
    this.closeClause();
    this.show(name);
    this.panels[name].open?.(argument);
    this.element.classList.remove('clause-only');
    this.element.classList.add('open');
  }

  close() {
    this.closeClause();
    this.element.classList.remove('open');
  }

  get isOpen() {
    return this.element.classList.contains('open');
  }

  /** A clause lies on top of whatever the panel shows, and goes away without losing it. */
  showClause(id) {
    const close = button('×', () => this.closeClause(), { class: 'close', 'aria-label': 'close the clause' });
    this.clause.replaceChildren(close, clauseCard(id));
    this.clause.hidden = false;
    if (!this.isOpen) this.element.classList.add('open', 'clause-only');
  }

  closeClause() {
    this.clause.hidden = true;
    if (this.element.classList.contains('clause-only')) this.element.classList.remove('open', 'clause-only');
  }

  update(state) {
    this.state = state;
    this.panels[this.name].update?.(state);
  }
}
