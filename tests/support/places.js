// What a person sees of a table's page. Run in it by places.py.

/** What must stand still, by name: [left, top, width, height] of what is there, in whole pixels. */
function places() {
  const found = {};
  const put = (name, one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    if (width) found[name] = [x, y, width, height].map(Math.round);
  };
  for (const part of ['.bar', '.felt-frame', '.outcome-row', '.dock', '.dock .state', '.tray', '.dock .tools', '.go', '.choices']) {
    for (const one of document.querySelectorAll(part)) put(part, one);
  }
  const felt = document.querySelector('.felt-frame > svg');
  put('felt', felt);
  for (const one of felt.querySelectorAll('.cloth [data-seat]')) put(`box ${one.dataset.seat}`, one.querySelector('.plate'));
  for (const one of felt.querySelectorAll('.cloth [data-area]')) {
    put(`${one.dataset.area} ${one.dataset.box}`, one.querySelector('.spot, .cell, .zone'));
  }
  for (const one of document.querySelectorAll('.tray-chip')) put(`chip ${one.dataset.chip}`, one);
  return found;
}

/** Words that overlap others, or that are cut. Cards may lie on each other; a name may be shortened. */
function unreadable() {
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const said = [];
  const kept = (work, known = new Map()) => (one) => known.get(one) ?? known.set(one, work(one)).get(one);
  // Nothing moves while it is looked at: an element and those around it that cut off what is in them, each with its edge.
  const cutting = kept((one) => {
    if (one === document.body) return [{ around: one, edge: { left: 0, top: 0, right: innerWidth, bottom: innerHeight } }];
    const { overflowX, overflowY } = getComputedStyle(one);
    const further = cutting(one.parentElement);
    if (overflowX === 'visible' && overflowY === 'visible') return further;
    return [{ around: one, hides: overflowY !== 'visible', edge: one.getBoundingClientRect() }, ...further];
  });
  // What lies wholly outside of what cuts it off is not there to be read, and is offered elsewhere.
  const outside = (at, one) => cutting(one).some(({ hides, edge }) => hides && (at.top >= edge.bottom - 1 || at.bottom <= edge.top + 1));
  const add = (words, at, one, whose) => at.width > 1 && at.height > 1 && !outside(at, one) && said.push({ words, at, one, whose });
  const felt = document.querySelector('.felt-frame');
  // Each letter for itself where words follow a curve.
  const letters = (text) => {
    const by = text.getScreenCTM();
    return [...text.textContent].map((letter, n) => {
      const { x, y, width, height } = text.getExtentOfChar(n);
      const at = new DOMPoint(x, y).matrixTransform(by);
      return { left: at.x, top: at.y, right: at.x + width * by.a, bottom: at.y + height * by.d, width, height };
    });
  };
  for (const text of felt.querySelectorAll('.cloth text')) {
    if (!text.textContent.trim() || !shown(text) || text.closest('.wheel-place, .wheel, .puck, .pair')) continue;
    if (text.querySelector('textPath')) letters(text).forEach((at) => add(text.textContent, at, text, text));
    else add(text.textContent, text.getBoundingClientRect(), text, text);
  }
  for (const stack of felt.querySelectorAll('.stack')) add(`chips ${stack.ariaLabel}`, stack.querySelector('.chip-rim').getBoundingClientRect(), stack, 'chips');
  for (const tag of felt.querySelectorAll('.tag')) add(tag.textContent, tag.querySelector('rect').getBoundingClientRect(), tag, tag);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || one.closest('svg, script, noscript, .unseen, [aria-hidden=true]') || !shown(one)) continue;
    if (getComputedStyle(one).fontSize === '0px') continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const at of range.getClientRects()) add(walker.currentNode.data.trim(), at, one, one);
  }
  const named = 'h1, .title, .seat-name';
  const found = new Set();
  // The height of a line is more than its letters need.
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.3 * Math.min(a.bottom - a.top, b.bottom - b.top);
  const whole = said.filter(({ one }) => !one.closest(named));
  whole.forEach((a, n) => {
    for (let m = n + 1; m < whole.length; m += 1) {
      const b = whole[m];
      if (a.whose === b.whose || !over(a.at, b.at) || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      found.add(`"${a.words}" on "${b.words}"`);
    }
  });
  for (const { words, at, one } of whole) {
    if (one.matches('.cloth text') && words.endsWith('…')) found.add(`"${words}" is shortened`);
    const scrolls = one.closest('.panel-body, .tabs');
    for (const { around, edge } of cutting(one)) {
      if (around.contains(scrolls)) break;
      if (at.left < edge.left - 1.5 || at.right > edge.right + 1.5 || at.top < edge.top - 3 || at.bottom > edge.bottom + 3) {
        found.add(`"${words}" is cut by ${around.className?.baseVal ?? around.className} `
          + JSON.stringify([at.left, at.top, at.right, at.bottom, edge.left, edge.top, edge.right, edge.bottom].map(Math.round)));
      }
    }
  }
  return [...found];
}
