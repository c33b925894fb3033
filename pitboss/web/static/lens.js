// A looking glass for thumbs, on a layout whose places are narrower than one: as long as the finger rests on the felt,
// the places around it are shown larger above it, with the name and the odds of the bet that letting go would make.
// Sliding chooses another; sliding off the felt, none.

import { el, rect, words } from './layout_parts.js';

const [WIDTH, HEIGHT, HEAD, ZOOM] = [184, 92, 44, 2];
const ABOVE = 44;

export class Lens {
  /** `choose` is told the area that was let go on, `show` the one the finger is on. */
  constructor({ element, cloth, layer, areaOf, choose, show, odds }) {
    Object.assign(this, { svg: element, parts: [cloth, layer], areaOf, choose, show, odds });
    this.finger = null;
    this.inside = el('svg', { x: 0, y: HEAD, width: WIDTH, height: HEIGHT });
    this.name = words(WIDTH / 2, 15, '', 'lens-name', 16);
    this.pays = words(WIDTH / 2, 33, '', 'lens-name', 13);
    this.element = el('g', { class: 'lens', 'aria-hidden': 'true' },
      rect(0, 0, WIDTH, HEAD + HEIGHT, 'lens-ground', 10), this.inside, this.name, this.pays,
      rect(0, 0, WIDTH, HEAD + HEIGHT, 'lens-rim', 10));
    element.append(this.element);
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => event.pointerId === this.finger && this.look(event));
    element.addEventListener('pointerup', (event) => event.pointerId === this.finger && this.up(event));
    element.addEventListener('pointercancel', () => this.end());
    // To rest on the felt is to look, not to ask for a menu.
    element.addEventListener('contextmenu', (event) => {
      if (this.finger === null) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Is this click the end of a touch that was dealt with already? */
  had(event) {
    return event.timeStamp - (this.ended ?? -Infinity) < 600;
  }

  down(event) {
    if (event.pointerType !== 'touch' || !this.svg.classList.contains('fine')) return;
    if (!event.isPrimary) return this.end();
    this.finger = event.pointerId;
    this.svg.setPointerCapture(event.pointerId);
    return this.look(event);
  }

  look({ clientX, clientY }) {
    const area = this.areaOf(document.elementFromPoint(clientX, clientY));
    if (area !== this.area) this.turnTo(area);
    if (area) this.place(area, new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse()));
  }

  turnTo(area) {
    this.area?.element.classList.remove('held');
    this.area = area;
    this.show(area);
    this.element.classList.toggle('shown', Boolean(area));
    if (!area) return;
    area.element.classList.add('held');
    const odds = this.odds(area);
    this.name.textContent = area.wager;
    this.pays.textContent = odds ? `pays ${odds}` : '';
    this.inside.replaceChildren(...this.parts.map((part) => part.cloneNode(true)));
  }

  /** Above the finger; where there is no room, in the corner that the hand does not cover. */
  place(area, { x, y }) {
    const { width } = this.svg.viewBox.baseVal;
    const top = y - ABOVE - HEIGHT - HEAD;
    const left = top >= 2 ? Math.max(2, Math.min(width - WIDTH - 2, x - WIDTH / 2)) : x > width / 2 ? 2 : width - WIDTH - 2;
    this.element.setAttribute('transform', `translate(${left} ${Math.max(2, top)})`);
    const [wide, high] = [WIDTH / ZOOM, HEIGHT / ZOOM];
    this.inside.setAttribute('viewBox', `${area.x - wide / 2} ${area.y - high / 2} ${wide} ${high}`);
  }

  up(event) {
    const { area } = this;
    this.ended = event.timeStamp;
    this.end();
    if (area) this.choose(area);
  }

  end() {
    this.area?.element.classList.remove('held');
    this.area = null;
    this.finger = null;
    this.show(undefined);
    this.element.classList.remove('shown');
    this.inside.replaceChildren();
  }
}
