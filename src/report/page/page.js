/* The page itself: which test, which step, what is shown; and the drawing of it. */

const LONG = 700; /* more rows than this are drawn only around what is in sight */
const MARGIN = 200; /* rows drawn beyond it */

const app = {
  result: null, run: null, trace: null, layout: null, drawn: null,
  selected: 0, message: null, focus: null, hits: [], query: '',
  view: {hiddenMachines: new Set(), hiddenEvents: new Set(), involvedOnly: false, pastOnly: false, zoom: 1, past: new Set(), involved: new Set()},

  /* ---- Choosing ---- */

  choose(number) {
    this.message = null;
    this.selected = Math.max(0, Math.min(number, this.trace.last));
    this.refresh();
  },

  chooseMessage(index) {
    const m = this.trace.messages[index];
    this.message = index;
    this.focus = focusOn(this.trace, m, null);
    if (m.end !== this.selected && m.sent !== this.selected) this.selected = m.end ?? m.sent;
    this.refresh();
  },

  focusStep(number) {
    this.message = null;
    this.focus = this.focus && this.focus.step === number ? null : focusOn(this.trace, null, number);
    this.refresh();
  },

  messageOfStep() {
    const s = this.trace.steps[this.selected];
    const all = (s.message === null ? [] : [s.message]).concat(this.trace.sentBy[this.selected].map(m => m.index));
    if (all.length > 0) this.chooseMessage(all[(all.indexOf(this.message) + 1) % all.length]);
  },

  clearFocus() {
    this.focus = this.message = null;
    this.refresh();
  },

  escape() {
    if (this.focus || this.message !== null) this.clearFocus();
    else if (document.getElementById('filters').open) document.getElementById('filters').open = false;
    else this.search(document.getElementById('search').value = '');
  },

  /* ---- Moving ---- */

  /* Over rows that are shown; from a hidden step, to the next one shown. */
  move(by) {
    const rows = this.layout.rows;
    const row = this.layout.rowOf[this.selected];
    if (row >= 0) return this.moveTo(row + by);
    const next = rows.findIndex(r => r.step.number > this.selected);
    return this.moveTo((next < 0 ? rows.length : next) + (by > 0 ? by - 1 : by));
  },

  moveTo(row) {
    const rows = this.layout.rows;
    if (rows.length > 0) this.choose(rows[Math.max(0, Math.min(row, rows.length - 1))].step.number);
  },

  moveOnLane(by) {
    const lane = laneOf(this.trace, this.trace.steps[this.selected]);
    for (let n = this.selected + by; n > 0 && n <= this.trace.last; n += by)
      if (laneOf(this.trace, this.trace.steps[n]) === lane && this.layout.rowOf[n] >= 0) return this.choose(n);
    return undefined;
  },

  /* ---- Searching ---- */

  search(query) {
    this.query = query;
    this.hits = findSteps(this.trace, query);
    const next = this.hits.find(n => n >= this.selected) ?? this.hits[0];
    if (next !== undefined) this.selected = next;
    this.refresh();
  },

  nextHit(by) {
    if (this.hits.length === 0) return;
    const next = by > 0 ? this.hits.find(n => n > this.selected) ?? this.hits[0]
      : [...this.hits].reverse().find(n => n < this.selected) ?? this.hits[this.hits.length - 1];
    this.choose(next);
  },

  /* ---- What is shown ---- */

  setView(change) {
    Object.assign(this.view, change);
    this.draw();
    this.refresh();
  },

  zoom(by) {
    this.setView({zoom: Math.max(0.1, Math.min(3, this.view.zoom * by))});
  },

  zoomToFit() {
    const lanes = this.layout.lanes.length;
    const room = this.room();
    const natural = Math.min(LANE_MOST, Math.max(LANE_NATURAL, room / Math.max(1, lanes)));
    this.setView({zoom: Math.max(0.1, Math.min(1, room / (lanes * natural)))});
  },

  toggleDetail() {
    const panel = document.getElementById('detail');
    panel.hidden = !panel.hidden;
    this.draw();
    this.refresh();
  },

  /* The diagram ends where the window does, if there is any room. */
  size() {
    const space = document.querySelector('.workspace');
    place(space, {height: Math.max(400, innerHeight - space.getBoundingClientRect().top - scrollY)});
  },

  room() {
    const space = document.getElementById('diagram');
    return space.clientWidth - STEPS_WIDTH - (this.trace.loop !== null ? LOOP_WIDTH : 0) - MARGINS - 4;
  },

  /* Rows that must be drawn, from A to B. */
  range() {
    const rows = this.layout.rows;
    if (rows.length <= LONG) return [0, rows.length];
    const space = document.getElementById('diagram');
    const first = rows.findIndex(r => r.y + r.height >= space.scrollTop);
    const last = rows.findIndex(r => r.y > space.scrollTop + space.clientHeight);
    return [Math.max(0, (first < 0 ? rows.length : first) - MARGIN), Math.min(rows.length, (last < 0 ? rows.length : last) + MARGIN)];
  },

  draw() {
    this.layout = layOut(this.trace, this.view, this.room());
    this.drawRange();
    const hidden = this.trace.last - this.layout.rows.filter(r => r.step.number > 0).length;
    const lanes = this.trace.machines.length - this.layout.lanes.length;
    document.getElementById('shown').textContent = hidden + lanes === 0 ? ''
      : `hidden: ${many(hidden, 'step')}, ${many(lanes, 'machine')}`;
    document.getElementById('zoom-value').textContent = `${Math.round(this.view.zoom * 100)} %`;
    const filters = this.view.hiddenMachines.size + this.view.hiddenEvents.size;
    document.getElementById('filter-count').textContent = filters > 0 ? ` (${filters})` : '';
  },

  drawRange() {
    const [a, b] = this.range();
    const hadFocus = document.activeElement && document.activeElement.closest('#diagram') !== null;
    this.drawn = drawDiagram(this.trace, this.layout, this.view, a, b);
    replace(document.getElementById('diagram'), this.drawn.element);
    if (hadFocus) this.focusSteps();
    this.mark();
  },

  mark() {
    markDiagram(this.trace, this.layout, this.drawn,
      {selected: this.selected, message: this.message, focus: this.focus, hits: new Set(this.hits)});
  },

  /* After the choice has changed. */
  refresh() {
    this.reveal();
    this.mark();
    const panel = document.getElementById('detail');
    replace(panel, this.message !== null ? messageDetail(this.trace, this.message, this.focus) : stepDetail(this.trace, this.selected));
    panel.scrollTop = 0;
    const at = this.hits.indexOf(this.selected);
    document.getElementById('hits').textContent = this.query === '' ? ''
      : this.hits.length === 0 ? 'no hit' : `${at >= 0 ? at + 1 : '–'} of ${this.hits.length}`;
    writeHash(this.result.test, this.selected, this.run.scenario);
  },

  /* Scrolls to the chosen step, if it is out of sight. */
  reveal() {
    const row = this.layout.rows[this.layout.rowOf[this.selected]];
    const space = document.getElementById('diagram');
    if (!row) return;
    const head = this.drawn.element.firstChild.offsetHeight;
    const sight = space.clientHeight - head;
    if (row.y < space.scrollTop) space.scrollTop = row.y - sight / 3;
    else if (row.y + row.height > space.scrollTop + sight) space.scrollTop = row.y + row.height - sight * 0.8;
    this.revealLane(space);
    if (this.layout.rowOf[this.selected] < this.drawn.a || this.layout.rowOf[this.selected] >= this.drawn.b) this.drawRange();
  },

  revealLane(space) {
    const s = this.trace.steps[this.selected];
    const lane = isOutcome(this.trace, this.selected) && this.trace.culprit !== null ? this.trace.culprit : laneOf(this.trace, s);
    if (lane === null || !this.layout.places.has(lane)) return;
    const x = laneX(this.layout, lane);
    const room = this.room();
    if (x - this.layout.lane / 2 < space.scrollLeft || x + this.layout.lane / 2 > space.scrollLeft + room)
      space.scrollLeft = x < space.scrollLeft + room / 2 ? x - this.layout.lane : x + this.layout.lane * 1.5 - room;
  },

  focusSteps() {
    this.drawn.list.focus({preventScroll: true});
  },
};

/* ---- Links to a step ---- */

function readHash() {
  const found = new URLSearchParams(location.hash.slice(1));
  const result = RESULTS.find(r => r.test === found.get('test'));
  const step = /^\d+$/.test(found.get('step') || '') ? Number(found.get('step')) : null;
  return {result, step, run: found.get('run')};
}

function writeHash(test, step, run) {
  const hash = `#${new URLSearchParams({test, ...run === null ? {} : {run}, ...step === null ? {} : {step}})}`;
  if (hash === location.hash) return;
  try {
    history.replaceState(null, '', hash);
  } catch (e) { /* some browsers allow it only so often */ }
}

/* ---- Parts of the page ---- */

/* What no result has is not offered. */
function isOffered(name) {
  return name === 'proof' ? RESULTS.some(r => r.proof) : name === 'coverage' ? !RESULTS.every(isOfIcet) : true;
}

function sectionNames() {
  return [...RESULTS.length > 0 ? ['proof', 'statistics', 'coverage', 'reproduce'].filter(isOffered) : [], ...MESSAGES.length > 0 && RESULTS.length > 0 ? ['messages'] : []];
}

function makeTop() {
  const go = id => () => document.getElementById(id).scrollIntoView({behavior: 'smooth'});
  return el('header', {class: 'top'},
    el('span', {class: 'brand'}, 'Synod'), el('span', {class: 'inputs', title: (REPORT.inputs || []).join(' ')}, (REPORT.inputs || []).join(' ')),
    RESULTS.length > 1 ? el('span', {id: 'summary', class: 'quiet'}, verdictCounts()) : null,
    el('nav', {'aria-label': 'Sections'}, sectionNames().map(id =>
      el('button', {type: 'button', class: 'plain', onclick: go(id)}, id[0].toUpperCase() + id.slice(1)))),
    el('button', {type: 'button', class: 'plain', onclick: () => print()}, 'Print'),
    el('button', {type: 'button', class: 'plain', id: 'theme', title: 'Light, dark, or as the system (t)', onclick: nextTheme}, 'Theme'),
    el('button', {type: 'button', class: 'plain', title: 'Keys and symbols (?)', 'aria-label': 'Help', onclick: toggleHelp}, '?'));
}

function makeWorkspace(t) {
  const diagram = el('div', {id: 'diagram', class: 'diagram'});
  diagram.addEventListener('click', onDiagramClick);
  diagram.addEventListener('mousemove', onDiagramHover);
  diagram.addEventListener('mouseleave', hideTip);
  diagram.addEventListener('scroll', onDiagramScroll, {passive: true});
  return el('section', {id: 'trace', 'aria-label': t.covers === null ? 'Counterexample' : `Run that covers ${t.covers}`}, makeToolbar(t),
    el('div', {class: 'workspace'}, diagram, el('aside', {id: 'detail', class: 'detail', 'aria-label': 'Details', tabindex: 0})));
}

/* ---- Pointing ---- */

function messageAt(e) {
  const g = e.target.closest('[data-message]');
  return g === null ? null : Number(g.dataset.message);
}

/* Where no mark is, a click means the row. */
function stepAt(e) {
  const mark = e.target.closest('[data-step]');
  if (mark) return Number(mark.dataset.step);
  const lanes = e.target.closest('.lanes');
  if (lanes === null) return null;
  const y = e.clientY - lanes.getBoundingClientRect().top + lanes.viewBox.baseVal.y;
  const row = app.layout.rows.find(r => y >= r.y && y < r.y + r.height);
  return row ? row.step.number : null;
}

function onDiagramClick(e) {
  const message = messageAt(e);
  const step = stepAt(e);
  if (message !== null) app.chooseMessage(message);
  else if (step !== null) app.choose(step);
  if (message !== null || step !== null) app.focusSteps();
}

function onDiagramHover(e) {
  let message = messageAt(e);
  const step = message === null && e.target.closest('.node') ? app.trace.steps[stepAt(e)] : null;
  if (step) message = step.message;
  if (message === null) hideTip();
  else showTip(app.trace, app.trace.messages[message], e.clientX, e.clientY);
}

let scrollAsked = false;

function onDiagramScroll() {
  hideTip();
  if (scrollAsked || app.layout.rows.length <= LONG) return;
  scrollAsked = true;
  requestAnimationFrame(() => {
    scrollAsked = false;
    const [a, b] = app.range();
    const isNear = (a === 0 || app.drawn.a <= a + MARGIN / 2) && (b === app.layout.rows.length || app.drawn.b >= b - MARGIN / 2);
    if (!isNear) app.drawRange();
  });
}

/* ---- Showing a test ---- */

function showResult(r, step, scenario) {
  app.result = r;
  app.run = runNamed(r, scenario ?? null);
  app.trace = app.run && app.run.trace;
  const main = document.getElementById('main');
  Object.assign(app, {message: null, focus: null, hits: [], query: ''});
  app.view = {hiddenMachines: new Set(), hiddenEvents: new Set(), involvedOnly: false, pastOnly: false, zoom: 1};
  if (app.trace) {
    app.view.past = pastOfFailure(app.trace);
    app.view.involved = involved(app.trace, app.view.past);
  }
  replace(main, makeVerdict(r), makeRuns(r, app.run), app.trace ? makeWorkspace(app.trace) : null, proof(r), statistics(r), isOfIcet(r) ? null : coverage(r), reproduce(r), messages());
  for (const row of document.querySelectorAll('.tests tr[data-test]'))
    chooseRow(row, row.dataset.test === r.test);
  document.title = `${verdictOf(r).word}: ${r.test}`;
  if (!app.trace) return writeHash(r.test, null, null);
  app.size();
  app.draw();
  if (app.layout.lanes.length * LANE_NATURAL > 2 * app.room()) app.zoomToFit(); /* all of it first */
  return app.choose(step ?? app.trace.last);
}

function chooseRow(row, isChosen) {
  const list = row.closest('.tests');
  row.classList.toggle('chosen', isChosen);
  if (isChosen && (row.offsetTop < list.scrollTop + 24 || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight))
    list.scrollTop = row.offsetTop - 40;
}

/* Where the failing ones are what one looks for. */
const firstResult = () => RESULTS.find(r => r.verdict === 'violated') || RESULTS[0];

/* ---- Begin ---- */

function begin() {
  document.body.append(makeTop(), makeTests() || '', el('main', {id: 'main'}), makeTip(), makeHelp());
  setTheme(remember('synod-theme') || 'auto');
  if (RESULTS.length === 0 && ERRORS.length > 0) {
    showErrors();
    document.addEventListener('keydown', onKey);
    return;
  }
  if (RESULTS.length === 0) {
    replace(document.getElementById('main'), el('p', {class: 'quiet'}, DATA.isDamaged ? 'The report is damaged: its data cannot be read.' : 'The report has no results.'));
    return;
  }
  const wanted = readHash();
  showResult(wanted.result || firstResult(), wanted.step, wanted.run);
  document.addEventListener('keydown', onKey);
  addEventListener('hashchange', () => {
    const {result, step, run} = readHash();
    const shown = app.run ? app.run.scenario : null;
    if (result && (result !== app.result || run !== shown)) showResult(result, step, run);
    else if (app.trace && step !== null && step !== app.selected) app.choose(step);
  });
  let resizing = 0;
  addEventListener('resize', () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      if (!app.trace) return;
      app.size();
      app.draw();
    }, 120);
  });
  addEventListener('beforeprint', preparePrint);
  addEventListener('afterprint', finishPrint);
}

begin();
