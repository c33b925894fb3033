// The colours that were chosen on this device, before anything is painted. A plain script: modules run too late for it.
{
  const bright = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    let theme = '';
    try {
      ({ theme } = JSON.parse(localStorage.getItem('settings') ?? '{}'));
    } catch { /* Nothing is kept here: the page is dark, as it is for whoever has chosen nothing. */ }
    const light = theme === 'light' || (theme === 'system' && bright.matches);
    document.documentElement.dataset.theme = light ? 'light' : 'dark';
  };
  apply();
  bright.addEventListener('change', apply);
  // Chosen on this page, or in another tab.
  for (const chosen of ['settings', 'storage']) addEventListener(chosen, apply);
}
