/* Below the diagram: statistics, coverage, the annotated source, and how to reproduce it. */

function facts(pairs) {
  return el('dl', {class: 'grid'}, pairs.filter(p => p[1] !== null && p[1] !== undefined && p[1] !== '')
    .map(([what, value]) => el('div', {}, el('dt', {}, what), el('dd', {}, value))));
}

function section(id, title, ...children) {
  return el('section', {class: 'card', id, 'aria-labelledby': `${id}-title`}, el('h2', {id: `${id}-title`}, title), ...children);
}

/* ---- Statistics ---- */

const atLeast1 = n => typeof n === 'number' && n > 0 ? count(n) : null;

function statistics(r) {
  return section('statistics', 'Statistics', facts([
    ['engine', r.engine], ['states', statesOf(r)], ['nodes', r.set ? count(r.set.nodes) : null], ['order', r.set ? r.set.order : null],
    [r.set ? 'local moves' : 'transitions', atLeast1(r.transitions)], [r.set ? 'rounds' : 'depth', atLeast1(r.depth)],
    ['terminal states', atLeast1(r.terminal)], ['runs', atLeast1(r.schedules)], ['different runs', atLeast1(r.behaviours)],
    ['executions', typeof r.executions === 'number' ? count(r.executions) : null], ['blocked executions', atLeast1(r.blocked)],
    ['failing executions', atLeast1(r.errors)], ['revisits', atLeast1(r.revisits)], ['estimate of all executions', atLeast1(r.estimate)],
    ['runs cut short', atLeast1(r.cut)], ['local steps', atLeast1(r.local_steps)],
    ['share of states seen', typeof r.share === 'number' ? `${(r.share * 100).toFixed(2)} %` : null],
    ['memory', r.memory > 0 ? bytes(r.memory) : null],
    ['time', typeof r.seconds === 'number' ? seconds(r.seconds) : null]]), reductionFacts(r.reduction), notices(r.notices),
  optionFacts(r.options, r.engine === 'sample'));
}

/* What a search that reduces was spared. */
function reductionFacts(x) {
  if (!x) return null;
  return [el('h3', {}, 'Reduction'), facts([
    ['transitions explored', `${count(x.explored)} of ${count(x.possible)}`], ['states narrowed', atLeast1(x.narrowed)],
    ['largest stubborn set', atLeast1(x.largest_set)], ['cycles opened', atLeast1(x.provisos)],
    ['dead messages dropped', atLeast1(x.dropped)], ['… refused by guards', atLeast1(x.refused)], ['states renamed', atLeast1(x.renamed)],
    ['longest queue', atLeast1(x.longest_queue)], ['abstracted queues', atLeast1(x.tails)]])];
}

/* What was decided about the test, and why. */
function notices(list) {
  return list && list.length > 0 ? el('ul', {class: 'notes'}, list.map(text => el('li', {}, text))) : null;
}

function optionFacts(options, isSampled) {
  if (!options) return null;
  const names = Object.keys(options).filter(k => isSampled || !SAMPLING.includes(k));
  return [el('h3', {}, 'Options'), facts(names.map(k => [k.replaceAll('_', ' '), optionText(options[k])]))];
}

const SAMPLING = ['strategy', 'seed', 'schedules', 'max_steps', 'pct_depth'];

/* What is off is not worth a word. */
function optionText(v) {
  if (v === null || v === false) return null;
  if (v === true) return 'yes';
  if (typeof v !== 'object') return String(v);
  if (!('budget' in v)) return Object.entries(v).map(([name, n]) => `${name} = ${n}`).join(', ');
  return v.budget > 0 ? `${v.budget}${v.of && v.of.length > 0 ? ' of ' + v.of.join(', ') : ''}` : null;
}

/* ---- A proof for any number of processes, or why there is none ---- */

function proofSets(p) {
  return (p.sets || []).map(s => s.at_least > 0 ? `${s.name} (at least ${s.at_least})` : s.name).join(', ');
}

function proofTrouble(p) {
  if (!p.text) return null;
  return [el('p', {class: 'message-text'}, p.text, ' ', placeTag(p)),
    el('ul', {class: 'notes'}, (p.notes || []).map(n => el('li', {}, n.text, ' ', placeTag(n)))), p.hint ? el('p', {class: 'quiet'}, p.hint) : null];
}

function proof(r) {
  const p = r.proof;
  if (!p) return null;
  return section('proof', p.text ? 'Why there is no proof' : 'Proof', proofTrouble(p), facts([['any number in', proofSets(p)], ['rules', atLeast1(p.rules)], ['instances without failure', atLeast1(p.instances)]]),
    p.program ? [el('h3', {}, p.text ? 'The sequential program so far' : 'The equivalent sequential program'), el('pre', {class: 'payload-box'}, p.program)] : null,
    p.rest && p.rest.length > 0 ? [el('h3', {}, 'What is left'), el('ul', {class: 'notes'}, p.rest.map(x => el('li', {}, `${x.who} ${x.text} `, placeTag(x))))] : null);
}

/* ---- Coverage ---- */

function meter(title, share) {
  if (!share || typeof share.all !== 'number') return null;
  if (share.all === 0) /* nothing is not all */
    return el('div', {class: 'meter'}, el('span', {class: 'what'}, title), el('span', {class: 'quiet'}, 'none in the model'));
  const part = share.seen / share.all;
  const bar = el('span', {class: 'bar', role: 'img', 'aria-label': `${share.seen} of ${share.all}`}, el('span', {class: part < 1 ? 'filled some' : 'filled'}));
  bar.firstChild.style.width = `${part * 100}%`;
  return el('div', {class: 'meter'}, el('span', {class: 'what'}, title), bar,
    el('span', {class: 'of'}, `${count(share.seen)} of ${count(share.all)}`));
}

/* A place that leads to its line in the annotated source. */
function placeTag(p) {
  if (!p || !p.file) return null;
  return el('button', {type: 'button', class: 'link place', title: placeText(p), onclick: () => showLine(p)}, `${baseName(p.file)}:${p.line}`);
}

/* Every thing that never happened, as [kind, text, place]. */
function neverExercised(c) {
  const found = [];
  for (const m of c.machines || []) {
    if (!m.used) {
      found.push([m.kind, m.name, m]);
      continue;
    }
    for (const s of m.states || []) {
      if (!s.entered) found.push(['state', `${m.name}.${s.name}`, s]);
      for (const h of s.entered ? s.handlers || [] : [])
        if (!h.exercised) found.push(['handler', `${m.name}.${s.name}: ${handlerName(h)}`, h]);
    }
  }
  for (const b of listIn(c.branches)) {
    const missing = ['then', 'else'].filter(side => !(b.taken || []).includes(side));
    if (missing.length > 0) found.push(['branch', branchText(b, missing), b]);
  }
  for (const x of listIn(c.receives)) if (!x.exercised) found.push(['receive', `${(x.events || []).join(', ')} never received`, x]);
  for (const e of listIn(c.events)) if (!e.sent || !e.handled) found.push(['event', `${e.name} is never ${e.sent ? 'handled' : 'sent'}`, null]);
  return found;
}

function branchText(b, missing) {
  if (missing.length > 1) return 'never reached';
  if (b.kind === 'while') return missing[0] === 'then' ? 'the loop never begins' : 'the loop never ends';
  return `${missing[0]} never taken`;
}

const handlerName = h => h.kind === 'entry' || h.kind === 'exit' ? h.kind : `on ${h.event} ${h.kind}`;
const listIn = x => Array.isArray(x) ? x : (x && x.list) || [];

function never(c) {
  const found = neverExercised(c);
  if (found.length === 0) return el('p', {}, 'Everything in the model was exercised.');
  return el('details', {open: found.length <= 12}, el('summary', {}, `Not exercised (${found.length})`),
    el('ul', {class: 'never'}, found.map(([kind, text, at]) => el('li', {}, el('span', {class: 'kind-tag'}, kind), el('span', {class: 'text'}, text), placeTag(at)))));
}

function costliest(c) {
  const all = (c.machines || []).flatMap(m => (m.states || []).flatMap(s => (s.handlers || []).map(h => ({m, s, h}))))
    .filter(x => x.h.instructions > 0).sort((a, b) => b.h.instructions - a.h.instructions);
  if (all.length === 0) return null;
  return [el('h3', {}, 'Costliest handlers'), el('table', {class: 'numbers'},
    el('thead', {}, el('tr', {}, ['handler', 'distinct steps', 'instructions', ''].map(x => el('th', {scope: 'col'}, x)))),
    el('tbody', {}, all.slice(0, 8).map(({m, s, h}) => el('tr', {}, el('td', {}, `${m.name}.${s.name}: ${handlerName(h)}`),
      el('td', {class: 'n'}, count(h.steps ?? 0)), el('td', {class: 'n'}, count(h.instructions)), el('td', {}, placeTag(h))))))];
}

function scenarios(c) {
  if (!c.scenarios || c.scenarios.length === 0) return null;
  return [el('h3', {}, 'Scenarios'), el('ul', {class: 'never'}, c.scenarios.map(s =>
    el('li', {}, el('span', {class: s.covered ? 'kind-tag yes' : 'kind-tag no'}, s.covered ? '✓ covered' : '✗ not covered'), s.name)))];
}

function coverage(r) {
  const c = coverageOf(r);
  if (c === null) return section('coverage', 'Coverage', el('p', {class: 'quiet'}, 'Not recorded in this run.'));
  return section('coverage', 'Coverage',
    r.verdict === 'violated' ? el('p', {class: 'quiet'}, 'Coverage of the part that was explored before the violation.') :
      r.verdict === 'unknown' ? el('p', {class: 'quiet'}, 'Coverage of the part that was explored before the search ended.') : null,
    el('div', {class: 'meters'}, ['states', 'handlers', 'events', 'branches'].map(key => meter(key, c[key]))),
    never(c), scenarios(c), costliest(c), annotatedSources(c));
}

/* ---- The source, line by line ---- */

function annotatedSources(c) {
  const known = new Map((c.lines || []).map(f => [f.file, f]));
  const files = [...SOURCES.keys()].map(file => known.get(file) || {file});
  if (files.length === 0) return null;
  return [el('h3', {}, 'Source'), files.map(annotatedFile)];
}

function annotatedFile(f) {
  const hit = new Set(f.hit || []);
  const missed = new Set(f.missed || []);
  const told = missed.size > 0 ? `${many(missed.size, 'line')} of ${hit.size + missed.size} never ran` : hit.size > 0 ? 'every line ran' : 'nothing to run';
  const details = el('details', {class: 'file', 'data-file': f.file}, el('summary', {}, el('span', {class: 'file-name'}, f.file),
    el('span', {class: missed.size > 0 ? 'quiet some' : 'quiet'}, told)));
  details.fillIn = () => { /* only who looks at a file waits for it */
    if (details.childElementCount === 1) details.append(annotatedLines(f.file, hit, missed));
  };
  details.addEventListener('toggle', details.fillIn);
  return details;
}

function showLine(at) {
  const details = [...document.querySelectorAll('.file')].find(d => d.dataset.file === at.file);
  if (!details) return;
  details.open = true;
  details.fillIn();
  for (const old of document.querySelectorAll('.annotated .at')) old.classList.remove('at');
  const line = details.querySelectorAll('.code-line')[at.line - 1];
  if (!line) return;
  line.classList.add('at');
  line.scrollIntoView({block: 'center'});
}

function annotatedLines(file, hit, missed) {
  return el('div', {class: 'code annotated'}, SOURCES.get(file).map((text, i) => {
    const n = i + 1;
    const what = missed.has(n) ? 'missed' : hit.has(n) ? 'hit' : '';
    return el('div', {class: `code-line ${what}`, title: what === 'missed' ? 'never ran' : null},
      el('span', {class: 'line-number'}, n), el('span', {class: 'sign'}, what === 'missed' ? '✗' : what === 'hit' ? '✓' : ''),
      el('code', {}, codeLine(text)));
  }));
}

/* ---- Reproducing ---- */

function copyText(text, button) {
  const done = () => {
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  };
  const byHand = () => { /* browsers that keep the clipboard from pages of the file system */
    const area = el('textarea', {class: 'off-screen', 'aria-hidden': 'true'});
    area.value = text;
    document.body.append(area);
    area.select();
    if (document.execCommand('copy')) done();
    area.remove();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
  else byHand();
}

function reproduce(r) {
  const command = r.command || `synod check ${(REPORT.inputs || []).join(' ')} --test ${r.test}`;
  const button = el('button', {type: 'button', class: 'small', id: 'copy', onclick: () => copyText(command, button)}, 'Copy');
  return section('reproduce', 'Reproduce', el('div', {class: 'command'}, el('pre', {id: 'command', tabindex: 0}, command), button),
    facts([['synod', REPORT.synod], ['model', (REPORT.inputs || []).join(' ')], ['fingerprint of the model', REPORT.fingerprint]]));
}
