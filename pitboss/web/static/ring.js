// <count-ring>: the time left, as a ring that empties and as a number.

import { h, s } from './dom.js';
import { link } from './link.js';

class CountRing extends HTMLElement {
  connectedCallback() {
    if (this.firstElementChild) return;
    this.arc = s('circle', { class: 'arc', r: 18, pathLength: 100 });
    this.figure = h('span', { class: 'figure', role: 'timer', id: this.getAttribute('figure') ?? null });
    const track = s('circle', { class: 'track', r: 18 });
    this.append(s('svg', { viewBox: '-22 -22 44 44', 'aria-hidden': 'true' }, track, this.arc), this.figure);
    this.timer = setInterval(() => this.show(), 200);
    this.show();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  /** A clock of a view, or null when nothing is timed. */
  set clock(clock) {
    this.held = clock;
    this.show();
  }

  show() {
    if (!this.arc) return;
    const clock = this.held;
    // The floor's clock is known to within a message's way: never more is shown than there was.
    const left = clock ? Math.min(clock.seconds * 1000, Math.max(0, clock.ends - link.now())) : 0;
    this.classList.toggle('idle', !clock);
    this.classList.toggle('late', Boolean(clock) && left < 5000);
    this.classList.toggle('long', left > 99_000);
    const text = clock ? String(Math.ceil(left / 1000)) : '';
    if (this.figure.textContent !== text) this.figure.textContent = text;
    // Half a hundredth is as little as can be seen of a ring, and for less nothing is drawn again.
    const gone = clock ? String(Math.round(200 - Math.min(200, left / (clock.seconds * 5))) / 2) : '100';
    if (this.arc.style.strokeDashoffset !== gone) this.arc.style.strokeDashoffset = gone;
  }
}
customElements.define('count-ring', CountRing);
