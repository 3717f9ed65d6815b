/* The panel at the side: what a step or a message is, and where it comes from. */

/* ---- Values ---- */

/* Two values, with the part in which they differ marked. */
function markedDifference(before, after) {
  if (typeof before !== 'string') return [after];
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head &&
         before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const middle = after.slice(head, after.length - tail);
  if (head + tail < 4 || middle === '') return [after];
  return [after.slice(0, head), el('b', {}, middle), after.slice(after.length - tail)];
}

const LONG_VALUE = 600; /* letters */

/* Parts of a text, or what is in sight of a very long one: the rest comes when it is asked for. */
function shortened(parts) {
  const length = parts.reduce((sum, p) => sum + (typeof p === 'string' ? p : p.textContent).length, 0);
  if (length <= LONG_VALUE) return parts;
  const text = parts.map(p => typeof p === 'string' ? p : p.textContent).join('');
  const box = el('span', {class: 'shortened'}, `${text.slice(0, LONG_VALUE / 2)}…`);
  box.append(el('button', {type: 'button', class: 'link show-all', onclick: e => {
    e.stopPropagation(); /* it may stand in what can be clicked itself */
    replace(box, el('span', {}, parts));
  }}, ` show all ${count(length)} characters`));
  return box;
}

/* Values are of expressions, which are their names. */
const entryName = e => e.what === 'variable' || e.what === 'value' ? e.name : e.name && e.name !== e.what ? `${e.what} ${e.name}` : e.what;

function stateRow(e) {
  const after = e.value === null || e.value === undefined ? '' : String(e.value);
  const isNew = e.changed && (e.before === null || e.before === undefined);
  return el('tr', {class: e.changed ? 'changed' : ''},
    el('th', {scope: 'row'}, e.changed ? el('span', {class: 'sign', title: 'changed', 'aria-label': 'changed:'}, isNew ? '+' : '±') : null, entryName(e)),
    e.changed ? [el('td', {}, isNew ? '' : shortened([String(e.before ?? '')])), el('td', {}, shortened(markedDifference(e.before, after)))]
      : el('td', {colspan: 2}, shortened([after])));
}

function stateTable(t, m, number) {
  const entries = localDiff(t, m, number);
  const machine = t.machines[m];
  if (entries.length === 0) return null;
  const changed = entries.filter(e => e.changed).length;
  return el('section', {class: 'local'},
    el('h4', {}, el('span', {class: `dot c${machine.colour}`}), machine.name,
      el('span', {class: 'quiet'}, changed > 0 ? ` ${many(changed, 'change')}` : ' unchanged')),
    el('table', {}, el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, ''), el('th', {scope: 'col'}, 'before'), el('th', {scope: 'col'}, 'after'))),
      el('tbody', {}, entries.map(stateRow))));
}

function otherMachines(t, shown, number) {
  const others = t.machines.filter(m => !shown.includes(m.index) && localState(t, m.index, number).length > 0);
  if (others.length === 0) return null;
  const details = el('details', {}, el('summary', {}, `The other machines (${others.length})`));
  details.addEventListener('toggle', () => {
    if (details.childElementCount === 1) for (const m of others) details.append(stateTable(t, m.index, number) || '');
  });
  return details;
}

/* ---- Links ---- */

const stepLink = n => el('button', {class: 'link', type: 'button', onclick: () => app.choose(n)}, n === 0 ? 'the beginning' : `step ${n}`);

function listOf(links) {
  return links.flatMap((link, i) => i === 0 ? [link] : [', ', link]);
}

function messageButton(t, m) {
  return el('button', {class: 'message-link', type: 'button', title: 'Show its causal past and future', onclick: () => app.chooseMessage(m.index)},
    el('b', {}, m.event), el('span', {class: 'payload'}, (m.payload ?? '').length > LONG_VALUE ? `${m.payload.slice(0, LONG_VALUE / 2)}…` : m.payload ?? ''),
    el('span', {class: 'quiet'}, ` ${machineName(t, m.from)} → ${machineName(t, m.to)}${fateText(t, m)}`));
}

function fateText(t, m) {
  const copy = Number.isInteger(m.copy_of) ? ', a copy' : '';
  return (m.fate && m.fate !== 'handled' ? `, ${openWord(t, m) || m.fate}` : '') + copy;
}

/* ---- A step ---- */

const KIND_SIGNS = {send: '→', new: '✚', enter: '▸', handle: '•', receive: '•', raise: '↑', announce: '◇', print: '“', wait: '…',
  halt: '■', choice: '?', foreign: '?', change: '=', keep: '⏸', ignore: '∅', start: '▷', arrive: '←', more: '…'};

/* The fault's own place first; else the first thing that happens somewhere. */
function firstPlace(t, s) {
  if (s.number === t.failing && t.violation.file) return t.violation;
  return s.actions.find(a => a.file) || (s.message !== null && t.messages[s.message].file ? t.messages[s.message] : null);
}

/* One message to several machines, sent from one place. */
function isOfBroadcast(t, a, b) {
  if (a.kind !== 'send' || b.kind !== 'send' || a.who !== b.who || !a.file) return false;
  if (['file', 'line', 'column'].some(key => a[key] !== b[key])) return false;
  if (!isIndex(t.messages, a.message) || !isIndex(t.messages, b.message)) return false;
  const m = t.messages[a.message], n = t.messages[b.message];
  return m.event === n.event && (m.payload ?? null) === (n.payload ?? null);
}

/* The actions, a broadcast as one: its targets follow the text of its first send.  What is between two sends separates them. */
function mergedActions(t, actions) {
  const merged = [];
  for (const a of actions) {
    const last = merged[merged.length - 1];
    if (last && isOfBroadcast(t, last.first, a)) last.all.push(a);
    else merged.push({first: a, all: [a]});
  }
  return merged.map(({first, all}) => all.length === 1 ? first : {...first, text: `${first.text}${otherTargets(t, all)}`});
}

function otherTargets(t, sends) {
  const runs = [];
  for (const a of sends) {
    const to = t.messages[a.message].to;
    if (runs.length > 0 && runs[runs.length - 1].to === to) runs[runs.length - 1].times++;
    else runs.push({to, times: 1});
  }
  return runs.map((r, i) => `${i > 0 ? `, ${machineName(t, r.to)}` : ''}${r.times > 1 ? ` (${r.times} times)` : ''}`).join('');
}

function actionList(t, s, show) {
  const actions = mergedActions(t, s.actions.filter(a => a.kind !== 'change'));
  if (actions.length === 0) return null;
  return el('section', {}, el('h3', {}, 'What happens'),
    el('ol', {class: 'actions'}, actions.map(a => el('li', {class: `act-${a.kind}`},
      el('span', {class: 'sign', 'aria-hidden': 'true'}, KIND_SIGNS[a.kind] || '•'),
      isIndex(t.machines, a.who) && a.who !== s.who && t.machines[a.who].kind === 'spec' && !/^(spec|scenario) /.test(a.text)
        ? el('span', {class: 'quiet'}, `${t.machines[a.who].name}: `) : null,
      el('span', {class: 'text'}, shortened([a.text])),
      a.file ? el('button', {class: 'link place', type: 'button', title: placeText(a), onclick: () => show(a)},
        `${baseName(a.file)}:${a.line}`) : null))));
}

function sourceSection(t, s) {
  const at = firstPlace(t, s);
  const box = el('div', {});
  const show = where => {
    const marked = new Set(s.actions.filter(a => a.file === where.file).map(a => a.line));
    replace(box, snippet(where, marked, where === t.violation) || '');
  };
  if (at) show(at);
  return {show, element: at ? el('section', {}, el('h3', {}, 'Source'), box) : null};
}

function outcomeBox(t) {
  const v = t.violation;
  if (t.covers !== null)
    return el('div', {class: 'covered-box', role: 'note'}, el('strong', {}, `✓ ${outcomeText(t)}`),
      el('p', {class: 'quiet'}, 'The scenario is covered. This is not a violation.'));
  const where = [v.machine, v.state && `in state ${v.state}`, v.event && `handling ${v.event}`].filter(Boolean).join(', ');
  return el('div', {class: 'failure-box', role: 'note'},
    el('strong', {}, `✗ ${v.kind || 'failure'}`), el('p', {}, shortened([v.message || ''])), waitingText(t), where ? el('p', {class: 'quiet'}, where) : null);
}

function causeSection(t, s) {
  if (s.number === 0 || !t.hasCauses) return null;
  return el('section', {}, el('h3', {}, 'Why'),
    el('p', {}, s.causes.length > 0 ? ['Depends directly on ', ...listOf(s.causes.map(stepLink)), '.'] : 'Depends on no earlier step.'),
    s.effects.length > 0 ? el('p', {}, ['Leads to ', ...listOf(s.effects.slice(0, 12).map(stepLink)), s.effects.length > 12 ? ' …' : '.']) : null,
    el('button', {class: 'small', type: 'button', id: 'why', onclick: () => app.focusStep(s.number)}, 'Highlight past and future (w)'));
}

function enabledSection(s) {
  if (s.number === 0 || s.enabled === null) return null;
  return el('section', {}, el('h3', {}, 'What else could have happened'),
    s.enabled.length === 0 ? el('p', {class: 'quiet'}, 'Nothing: this was the only enabled step.')
      : el('ul', {class: 'enabled'}, s.enabled.map(text => el('li', {}, shortened([text]))),
        s.more_enabled > 0 ? el('li', {class: 'quiet'}, `and ${count(s.more_enabled)} more`) : null));
}

function messagesSection(t, s) {
  const all = (s.message === null ? [] : [t.messages[s.message]]).concat(t.sentBy[s.number]);
  if (all.length === 0) return null;
  return el('section', {}, el('h3', {}, 'Messages'), el('ul', {class: 'messages'}, all.map(m => el('li', {}, messageButton(t, m)))));
}

function stepHead(t, s) {
  const atEnd = t.beforeEnd !== null && s.number > t.beforeEnd;
  return el('header', {},
    el('div', {class: 'pager'},
      el('button', {type: 'button', class: 'icon', title: 'Previous step (k)', 'aria-label': 'Previous step', onclick: () => app.move(-1)}, '↑'),
      el('button', {type: 'button', class: 'icon', title: 'Next step (j)', 'aria-label': 'Next step', onclick: () => app.move(1)}, '↓'),
      el('span', {class: 'where'}, s.number === 0 ? 'Begin' : `Step ${s.number} of ${t.last}`),
      atEnd ? el('span', {class: 'tag'}, t.tail ? 'drawn at random' : '↻ in the loop') : null),
    el('h2', {}, shortened([s.title])));
}

function stepDetail(t, number) {
  const s = t.steps[number];
  const source = sourceSection(t, s);
  const shown = [...new Set([laneOf(t, s), ...s.changes.map(c => c.who), isOutcome(t, number) ? t.culprit : null])]
    .filter(m => m !== null);
  return [stepHead(t, s), isOutcome(t, number) && number > 0 ? [outcomeBox(t), endSection(t)] : null, messagesSection(t, s), actionList(t, s, source.show), source.element,
    shown.length > 0 && t.machines.some(m => m.changes.length > 0)
      ? el('section', {}, el('h3', {}, 'Local states'), shown.map(m => stateTable(t, m, number)), otherMachines(t, shown, number)) : null,
    causeSection(t, s), enabledSection(s)];
}

/* ---- A message ---- */

function messageDetail(t, index, focus) {
  const m = t.messages[index];
  const row = (what, value) => value === null || value === undefined || value === '' ? null : [el('dt', {}, what), el('dd', {}, value)];
  const at = n => Number.isInteger(n) ? stepLink(n) : null;
  return [
    el('header', {}, el('div', {class: 'pager'}, el('span', {class: 'where'}, 'Message'),
      el('button', {type: 'button', class: 'small', onclick: () => app.clearFocus()}, 'Clear (Esc)')),
    el('h2', {}, m.event)),
    m.payload === null || m.payload === undefined ? null : el('pre', {class: 'payload-box'}, shortened([m.payload])),
    el('dl', {class: 'facts'},
      row('from', machineName(t, m.from)), row('to', machineName(t, m.to)), row('sent in', at(m.sent)),
      row('arrives in', at(m.arrived)), row('lost in', at(m.lostAt)),
      row('handled in', m.late ? at(m.handled) : null),
      row('in the end', openWord(t, m) || m.fate), row('copy of', Number.isInteger(m.copy_of) && isIndex(t.messages, m.copy_of)
        ? messageButton(t, t.messages[m.copy_of]) : null)),
    focus ? el('p', {class: 'legend'}, el('span', {class: 'swatch past'}), `${many(focus.past.size, 'step')} in its past  `,
      el('span', {class: 'swatch future'}), `${many(focus.future.size, 'step')} in its future`) : null,
    m.file ? el('section', {}, el('h3', {}, 'Sent at'), snippet(m, new Set(), false)) : null];
}
