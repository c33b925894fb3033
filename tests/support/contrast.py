"""How well every text of a page stands out from what lies behind it, as a browser painted it."""

from __future__ import annotations

from typing import Any

from support.scripts import of_the_page

THEMES = ("dark", "light")
CHOOSE = of_the_page("(theme) => import('/static/settings.js').then(({ choose }) => choose('theme', theme))")

# Every text that can be seen, with its colour and some points at which nothing lies over it. What cannot be used now
# need not be read (WCAG 1.4.3): a control that is disabled.
COLLECT = f"""async ([theme, fresh]) => {{
  await ({CHOOSE})(theme);
  return collect(fresh);
}}"""
SCRIPT = """window.collect = (fresh) => {
  // The words that a picture was taken without come back to be read, and are never painted meanwhile.
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== window.added);
  const sheet = new CSSStyleSheet();
  window.added = sheet;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  // Where they can be seen is the same in every colour.
  if (fresh) window.spots = new Map();
  const pixel = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d', { willReadFrequently: true });
  const kept = (work, known = new Map()) => (one) => known.get(one) ?? known.set(one, work(one)).get(one);
  const rgba = kept((colour) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  });
  const opacity = kept((one) => (one ? Number(getComputedStyle(one).opacity) * opacity(one.parentElement) : 1));
  const covers = kept((one) => {
    const style = getComputedStyle(one);
    if (one instanceof SVGElement) {
      if (one.matches('svg, g, text, tspan, textPath')) return false;
      return style.fill !== 'none' && rgba(style.fill)[3] * Number(style.fillOpacity) * opacity(one) > 0.5;
    }
    return (rgba(style.backgroundColor)[3] > 0.5 || style.backgroundImage !== 'none') && opacity(one) > 0.5;
  });
  const seen = (one, x, y) => {
    for (const other of document.elementsFromPoint(x, y)) {
      if (other === one || one.contains(other)) return true;
      if (covers(other)) return false;
    }
    return false;
  };
  const points = (one, { left, top, width, height }) => {
    if (!sheet.cssRules.length) sheet.replaceSync('* { pointer-events: auto !important; }');
    const found = [];
    for (const part of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      const [x, y] = [left + width * part, top + height / 2].map(Math.floor);
      if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && seen(one, x, y)) found.push([x, y]);
    }
    return found;
  };
  const texts = [];
  const add = (one, node, said, boxes) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    if (one.closest(':disabled, [aria-disabled=true], option, .unseen, noscript')) return;
    if (!spots.has(node)) spots.set(node, boxes().slice(0, 4).flatMap((box) => points(one, box)));
    const found = spots.get(node);
    if (!found.length) return;
    const style = getComputedStyle(one);
    const drawn = one instanceof SVGElement;
    const colour = [...rgba(drawn ? style.fill : style.color)];
    colour[3] *= opacity(one) * (drawn ? Number(style.fillOpacity) : 1);
    const { a, b, c, d } = drawn ? one.getScreenCTM() : { a: 1, b: 0, c: 0, d: 1 };
    const size = Number.parseFloat(style.fontSize) * Math.sqrt(Math.abs(a * d - b * c));
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    texts.push({ said: said.trim().slice(0, 30), colour, points: found, needed: large ? 3 : 4.5,
      where: `${one.closest('[class]')?.getAttribute('class') ?? ''} ${one.tagName}` });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest('script, style, title')) continue;
    add(node.parentElement, node, node.data, () => {
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    });
  }
  const typed = 'input:not([type=hidden], [type=range], [type=radio], [type=checkbox]), select';
  for (const field of document.querySelectorAll(typed)) {
    add(field, field, field.value || field.placeholder || 'field', () => [field.getBoundingClientRect()]);
  }
  window.texts = texts;
  // Without its words, the page is what lies behind them.
  sheet.replaceSync('* { -webkit-text-fill-color: transparent !important; transition: none !important; '
    + 'text-decoration-color: transparent !important; caret-color: transparent !important; } '
    + 'svg text, svg tspan, svg textPath { fill: transparent !important; stroke: none !important; }');
  return texts.length;
};"""
CLEAR = """() => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== window.added);
}"""

# Those that do not stand out enough, at more than a third of their points: the others may lie on an edge.
JUDGE = """async (png) => {
  // The first of them takes a fortieth of the time; older browsers do not have it.
  const bytes = Uint8Array.fromBase64?.(png) ?? Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d', { willReadFrequently: true });
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  // A browser that paints no pixels shows a page of one colour.
  const colours = new Set(new Uint32Array(data.buffer).filter((_, n) => n % 97 === 0));
  if (colours.size < 2) throw new Error('nothing is painted here');
  const scale = picture.width / innerWidth;
  const light = (colour) => colour.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
  const AROUND = [[0, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]];
  const failed = [];
  for (const { said, colour, points, needed, where } of window.texts) {
    const ratioAt = (x, y) => {
      const at = (Math.floor(y * scale) * picture.width + Math.floor(x * scale)) * 4;
      const behind = [data[at], data[at + 1], data[at + 2]];
      const shown = behind.map((part, n) => colour[n] * colour[3] + part * (1 - colour[3]));
      const [low, high] = [light(behind), light(shown)].sort((a, b) => a - b);
      return [(high + 0.05) / (low + 0.05), behind, shown];
    };
    // On the very edge of a chip a point is painted as some of both: of it and of those around it the plainest counts.
    const ratios = points.map(([x, y]) => AROUND.map(([right, down]) => ratioAt(x + right, y + down))
      .sort(([a], [b]) => b - a)[0]).sort(([a], [b]) => a - b);
    const [ratio, behind, shown] = ratios[Math.floor(ratios.length / 3)];
    const both = `rgb(${shown.map(Math.round)}) on rgb(${behind})`;
    if (ratio < needed) failed.push(`${ratio.toFixed(2)} of ${needed}: "${said}" (${where}) ${both}`);
  }
  return failed;
}"""


def faint(page: Any, themes: tuple[str, ...] = THEMES) -> list[str]:
    """The texts of a page that are hard to read, in each theme; there are texts at all. The last theme stays."""
    failed: list[str] = []
    camera = page.context.new_cdp_session(page)
    page.evaluate(f"() => {{ {SCRIPT} }}")
    for n, theme in enumerate(themes):
        # A page may change while it is looked at; what is hard to read stays so.
        told = _look(page, camera, theme, fresh=n == 0) and _look(page, camera, theme) and _look(page, camera, theme)
        failed += [f"{theme}, {page.url.split('/', 3)[-1]}: {text}" for text in told]
    page.evaluate(CLEAR)
    camera.detach()
    return failed


def _look(page: Any, camera: Any, theme: str, fresh: bool = True) -> list[str]:
    assert page.evaluate(COLLECT, [theme, fresh]) > 0, page.url
    # Playwright's own pictures are made as small as can be, which takes twice as long.
    picture = camera.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"]
    told: list[str] = page.evaluate(JUDGE, picture)
    return told
