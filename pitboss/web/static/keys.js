// The keyboard at a table; arrows and Enter on an area are the layout's own.

function typing(target) {
  return target.matches('input:not([type=range]), textarea, select');
}

export function listen({ felt, dock, bets, decisions, panels, deciding }) {
  const plain = {
    r: dock.tools.repeat, d: dock.tools.double, u: dock.tools.undo, c: dock.tools.clear, n: dock.ready,
  };

  function onArea(event, area) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      bets.takeBack(area.box, area.wager);
      return true;
    }
    return false;
  }

  function act(event) {
    const { key, target } = event;
    const area = felt()?.layout.areas().find(({ element }) => element === target);
    if (area && onArea(event, area)) return true;
    if (key === 'Escape') return panels.close() ?? true;
    if (key === '?') return panels.open('keys') ?? true;
    if (key === '/') return decisions.hint.press();
    const letter = key.toLowerCase();
    if (deciding()) return key.length === 1 && decisions.press(letter);
    if (/^[1-9]$/.test(key)) return dock.chooseNth(Number(key)) ?? true;
    if (plain[letter]) {
      plain[letter].click();
      return true;
    }
    return false;
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (act(event)) event.preventDefault();
  });
}
