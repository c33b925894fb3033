// The console of dealers, supervisors, managers and inspectors: /console is the floor, /console/ID one table.

import {h, link, tell} from './console-kit.js';
import {FloorPage} from './console-floor.js';
import {clockBanner, offlineBanner} from './say.js';
import {TablePage} from './console-table.js';

const place = document.querySelector('#console') ?? document.querySelector('main') ?? document.body;
const [, , table] = location.pathname.split('/').map(decodeURIComponent);

/** The page is made when the floor has said who we are. */
function begin(you) {
  if (place.dataset.begun || !you.name) return;
  place.dataset.begun = 'yes';
  if (you.role === 'player') {
    place.replaceChildren(h('p', {class: 'muted'}, 'The console is for staff. ', h('a', {href: '/'}, 'To the tables')));
    return;
  }
  const page = table ? new TablePage(you, table) : new FloorPage(you);
  place.replaceChildren(page.root);
}

link.addEventListener('you', ({detail}) => begin(detail));
link.addEventListener('bye', ({detail}) => { if (detail === 'signed out' || detail === 'idle') location.assign('/sign-in'); });
link.addEventListener('late', ({detail}) => {
  if (detail && detail.ok === false) tell(`Earlier command: ${detail.refused}`, {clause: detail.clause, legal: detail.legal});
});
document.body.prepend(offlineBanner(link), clockBanner(link));
link.start();
