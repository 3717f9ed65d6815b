/* What the reader steers with: search, filters, zoom, theme, keys. */

/* ---- Theme ---- */

const THEMES = ['auto', 'light', 'dark'];

function remember(key, value) {
  try { /* pages of the file system may have no storage */
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch (e) { /* then it is forgotten */ }
  return null;
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember('synod-theme', theme);
  const button = document.getElementById('theme');
  if (button) button.textContent = `Theme: ${theme}`;
}

function nextTheme() {
  setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
}

/* ---- Help ---- */

const KEYS = [
  ['j  ↓', 'next step'], ['k  ↑', 'previous step'], ['Home  End', 'first and last step'], ['PageUp  PageDown', 'ten steps'],
  ['[  ]', 'previous and next step of the same machine'], ['/', 'search'], ['n  N', 'next and previous hit'],
  ['m', 'messages of the step, in turn: causal past and future'], ['w', 'past and future of the step'], ['x', 'jump to the failure'],
  ['i', 'involved machines only'], ['p', 'causal past of the failure only'], ['+  −  0', 'zoom in, out, and fit'], ['d', 'details: hide, show'],
  ['t', 'theme'], ['Esc', 'clear highlight, search, this help'], ['?', 'this help']];

const SIGNS = [
  ['●', 'a machine runs'], ['○', 'a message arrives, and waits'], ['◇', 'a spec observes'], ['──▶', 'message, from send to arrival'],
  ['──▷', 'arrives, and is ignored'], ['╌╌○', 'still in flight when the run ends'], ['──✕', 'lost'], ['──▶|', 'to a machine that has halted'],
  ['─ · ─▶', 'a copy (duplicated)'], ['│ beside a lane', 'waits in the inbox until it is handled']];

function makeHelp() {
  const table = rows => el('dl', {class: 'keys'}, rows.map(([k, what]) => [el('dt', {}, el('kbd', {}, k)), el('dd', {}, what)]));
  const dialog = el('dialog', {id: 'help', 'aria-label': 'Help'},
    el('header', {}, el('h2', {}, 'Reading this page'), el('button', {type: 'button', class: 'icon', 'aria-label': 'Close', onclick: () => dialog.close()}, '✕')),
    el('div', {class: 'columns'}, el('div', {}, el('h3', {}, 'Keys'), table(KEYS)), el('div', {}, el('h3', {}, 'Signs'), table(SIGNS))));
  dialog.addEventListener('click', e => { if (e.target === dialog) dialog.close(); });
  return dialog;
}

function toggleHelp() {
  const help = document.getElementById('help');
  if (help.open) help.close();
  else help.showModal();
}

/* ---- Toolbar ---- */

function tool(id, text, title, action) {
  return el('button', {type: 'button', id, title, 'aria-label': title, onclick: action}, text);
}

function toggleTool(id, text, title, action) {
  const box = el('input', {type: 'checkbox', id, onchange: () => action(box.checked)});
  return el('label', {class: 'toggle', title}, box, text);
}

function makeToolbar(t) {
  const search = el('input', {
    type: 'search', id: 'search', placeholder: 'Search steps, events, payloads  ( / )', 'aria-label': 'Search', autocomplete: 'off',
    spellcheck: 'false', oninput: () => app.search(search.value),
  });
  search.addEventListener('keydown', e => {
    if (e.key === 'Enter') app.nextHit(e.shiftKey ? -1 : 1);
    if (e.key === 'Escape') {
      app.search(search.value = '');
      app.focusSteps();
    }
    e.stopPropagation();
  });
  return el('div', {class: 'toolbar', role: 'toolbar', 'aria-label': 'Diagram'},
    el('span', {class: 'search'}, search, el('output', {id: 'hits', 'aria-live': 'polite'})),
    makeFilters(t),
    toggleTool('involved', 'Involved machines only', 'Collapse machines that are not in the causal past of the failure (i)', on => app.setView({involvedOnly: on})),
    toggleTool('past-only', 'Causal past only', 'Only steps that the failure depends on (p)', on => app.setView({pastOnly: on})),
    el('output', {id: 'shown', class: 'quiet'}),
    el('span', {class: 'zoom', role: 'group', 'aria-label': 'Zoom'},
      tool('zoom-out', '−', 'Narrower (−)', () => app.zoom(1 / 1.25)), el('output', {id: 'zoom-value'}, '100 %'),
      tool('zoom-in', '+', 'Wider (+)', () => app.zoom(1.25)), tool('zoom-fit', 'Fit', 'All lanes at once (0)', () => app.zoomToFit())));
}

/* ---- Filters ---- */

function checkBoxes(title, items, hidden) {
  const boxes = items.map(([key, text, className]) => {
    const box = el('input', {type: 'checkbox', checked: true, 'data-filter': text, onchange: () => {
      if (box.checked) hidden.delete(key);
      else hidden.add(key);
      app.setView({});
    }});
    return {box, key, label: el('label', {}, box, className ? el('span', {class: `dot ${className}`}) : null, text)};
  });
  const all = on => {
    hidden.clear();
    for (const {box, key} of boxes) {
      box.checked = on;
      if (!on) hidden.add(key);
    }
    app.setView({});
  };
  return el('fieldset', {}, el('legend', {}, title, ' ',
    el('button', {type: 'button', class: 'link', onclick: () => all(true)}, 'all'), ' ',
    el('button', {type: 'button', class: 'link', onclick: () => all(false)}, 'none')), boxes.map(b => b.label));
}

function makeFilters(t) {
  const events = [...new Set(t.messages.map(m => m.event))].sort();
  return el('details', {class: 'menu', id: 'filters'}, el('summary', {}, 'Filter', el('span', {id: 'filter-count'})),
    el('div', {class: 'sheet'},
      checkBoxes('Machines', t.machines.map(m => [m.index, m.name, `c${m.colour}`]), app.view.hiddenMachines),
      checkBoxes('Events', events.map(e => [e, e, null]), app.view.hiddenEvents)));
}

/* ---- Hovering ---- */

function makeTip() {
  return el('div', {id: 'tip', role: 'tooltip', hidden: true});
}

function showTip(t, m, x, y) {
  const tip = document.getElementById('tip');
  const times = [`sent in step ${m.sent}`, Number.isInteger(m.arrived) ? `arrives in step ${m.arrived}` : null,
    m.late ? `handled in step ${m.handled}` : null,
    m.lostAt !== null ? `lost in step ${m.lostAt}` : null].filter(Boolean).join(', ');
  replace(tip, el('strong', {}, m.event), m.payload ? el('code', {}, m.payload.length > 600 ? m.payload.slice(0, 600) + '…' : m.payload) : null,
    el('div', {}, `${machineName(t, m.from)} → ${machineName(t, m.to)}${fateText(t, m)}`), el('div', {class: 'quiet'}, times));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  place(tip, {left: Math.max(4, Math.min(x + 14, innerWidth - box.width - 8)), top: y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18});
}

function hideTip() {
  document.getElementById('tip').hidden = true;
}

/* ---- Keys ---- */

const ACTIONS = {
  j: () => app.move(1), ArrowDown: () => app.move(1), k: () => app.move(-1), ArrowUp: () => app.move(-1),
  PageDown: () => app.move(10), PageUp: () => app.move(-10), Home: () => app.moveTo(0), End: () => app.moveTo(Infinity),
  '[': () => app.moveOnLane(-1), ']': () => app.moveOnLane(1), n: () => app.nextHit(1), N: () => app.nextHit(-1),
  d: () => app.toggleDetail(), m: () => app.messageOfStep(), w: () => app.focusStep(app.selected), x: () => app.choose(app.trace.last),
  i: () => document.getElementById('involved').click(), p: () => document.getElementById('past-only').click(),
  '+': () => app.zoom(1.25), '=': () => app.zoom(1.25), '-': () => app.zoom(1 / 1.25), 0: () => app.zoomToFit(),
  '/': () => document.getElementById('search').select(), Escape: () => app.escape(),
};
const ANYWHERE = {t: nextTheme, '?': toggleHelp};

function onKey(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || document.getElementById('help').open) return;
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) && e.target.type !== 'checkbox';
  const inText = e.target.closest && e.target.closest('pre, summary, #detail, .tests') && /^(Home|End|Page|Arrow)/.test(e.key);
  const action = ANYWHERE[e.key] || (app.trace ? ACTIONS[e.key] : undefined);
  if (isTyping || inText || !action || !Object.hasOwn({...ANYWHERE, ...ACTIONS}, e.key)) return;
  e.preventDefault();
  action();
}
