/* The space-time diagram: a lane for each machine, time downwards, arrows from send to arrival. */

const LABEL = '12px';
const STEPS_WIDTH = 270;
const LOOP_WIDTH = 30;

const px = n => `${n}px`;
const round = n => Math.round(n * 10) / 10;

function place(node, box) {
  for (const [side, value] of Object.entries(box)) node.style[side] = px(value);
  return node;
}

/* ---- Names of the lanes ---- */

/* What tells machines of one type apart is never cut off: the path stands after the type or below it. */
function laneName(l, m, hasTag) {
  const path = m.path && m.name.endsWith(`(${m.path})`) ? `(${m.path})` : '';
  const type = m.name.slice(0, m.name.length - path.length);
  const after = path === '' ? 0 : width(path, '500 12px') + 2;
  const room = l.lane - (hasTag ? 70 : 30);
  const lines = !l.hasLabels ? [fitMiddle(type, 106 - after, '600 11px')]
    : width(type, '600 12px') + after <= room ? [type] : wrapName(type, room, '600 12px');
  const last = lines.pop();
  const isBelow = l.hasLabels && width(last, '600 12px') + after > room;
  const pathSpan = el('span', {class: 'path'}, path);
  return el('span', {class: 'name'}, lines.map(x => el('span', {class: 'line'}, x)),
    el('span', {class: 'line'}, last, isBelow ? null : pathSpan), isBelow ? el('span', {class: 'line'}, pathSpan) : null);
}

function drawHeads(t, l, stepsWidth) {
  const upright = !l.hasLabels;
  const heads = el('div', {class: upright ? 'heads upright' : 'heads'});
  heads.append(place(el('div', {class: 'corner'}, 'Step'), {width: stepsWidth}));
  for (const m of l.lanes) {
    const hasTag = m.kind === 'spec' && l.lane > 150;
    const head = el('div', {
      class: `head ${m.kind === 'spec' ? 'spec' : ''} ${m.index === t.culprit ? (t.covers !== null ? 'covered' : 'culprit') : ''}`, title: m.name,
    }, el('span', {class: `dot c${m.colour}`}), laneName(l, m, hasTag), hasTag ? el('span', {class: 'kind'}, 'spec') : null);
    heads.append(place(head, {left: stepsWidth + laneX(l, m.index) - l.lane / 2, width: l.lane}));
  }
  return heads;
}

/* ---- Steps, in words ---- */

/* Of a message its event first: there may be no room for more. */
function stepTitle(t, s) {
  if (s.message === null) return el('span', {class: 'title'}, s.title);
  const m = t.messages[s.message];
  const fate = {lose: ' is lost', dup: ' is duplicated'}[s.move] || '';
  return el('span', {class: 'title'}, el('b', {}, m.event), fate, el('span', {class: 'quiet'}, ` ${machineName(t, m.from)} → ${machineName(t, m.to)}`));
}

function drawStepRow(t, row, left) {
  const s = row.step;
  const fails = s.number === t.failing;
  const li = el('li', {
    class: `step ${fails ? 'fails' : s.number === t.covered ? 'covers' : ''}`, role: 'option', id: `step-${s.number}`, 'data-step': s.number,
    'aria-selected': 'false', title: s.title,
  }, el('span', {class: 'number'}, s.number === 0 ? '·' : s.number), stepTitle(t, s));
  if (isOutcome(t, s.number)) li.append(el('span', {class: fails ? 'failure' : 'success'}, `${fails ? '✗' : '✓'} ${outcomeText(t)}`));
  return place(li, {top: row.y, height: row.height, left, right: 0});
}

function drawLoop(t, l) {
  const inLoop = l.rows.filter(r => r.step.number > t.loop);
  if (inLoop.length === 0) return null;
  const top = l.times[inLoop[0].step.number];
  const bottom = l.times[inLoop[inLoop.length - 1].step.number];
  const strip = svg('svg', {
    class: 'loop', width: LOOP_WIDTH, height: l.height, role: 'img',
    'aria-label': `Steps ${t.loop + 1} to ${t.last} repeat forever`,
  });
  strip.append(
    svg('path', {d: `M28 ${bottom}H24Q18 ${bottom} 18 ${bottom - 6}V${top + 6}Q18 ${top} 24 ${top}H25`}),
    svg('path', {class: 'tip', d: `M29 ${top}l-7 -4v8z`}));
  const text = bottom - top > 100 ? 'repeats forever' : bottom - top > 34 ? 'loop' : '';
  const middle = (top + bottom) / 2;
  strip.append(svg('text', {x: 12, y: middle, transform: `rotate(-90 12 ${middle})`}, text));
  return strip;
}

/* ---- Lanes ---- */

function drawLane(l, m, top, bottom) {
  const x = round(laneX(l, m.index));
  const born = m.born > 0 ? l.times[m.born] : 0;
  const until = m.ended === null ? l.height : l.times[m.ended];
  const g = svg('g', {class: `lane ${m.kind === 'spec' ? 'spec' : ''}`});
  if (m.kind === 'spec')
    g.append(svg('rect', {class: 'ground', x: x - l.lane / 2, y: top, width: l.lane, height: bottom - top}));
  if (born > top) g.append(svg('path', {class: 'unborn', d: `M${x} ${top}V${Math.min(born, bottom)}`}));
  if (until > top && born < bottom)
    g.append(svg('path', {class: 'alive', d: `M${x} ${Math.max(born, top)}V${Math.min(until, bottom)}`}));
  if (until < bottom) {
    g.append(svg('path', {class: 'ended', d: `M${x} ${Math.max(until, top)}V${bottom}`}));
    if (until >= top) g.append(svg('path', {class: 'stop', d: `M${x - 7} ${until + 11}h14`}));
  }
  return g;
}

function drawBirth(t, l, m) {
  if (m.kind === 'spec' || !(m.born > 0) || l.rowOf[m.born] < 0) return null;
  const creator = laneOf(t, t.steps[m.born]);
  if (!l.places.has(creator)) return null;
  const x1 = laneX(l, creator);
  const x2 = laneX(l, m.index);
  const y = l.times[m.born];
  return svg('path', {class: 'birth', d: `M${round(x1)} ${y}H${round(x2)}M${round(x2)} ${y - 5}v10`});
}

/* ---- Steps, on their lanes ---- */

/* What the step is, next to its mark: the message, or what its title says besides the name. */
function stepLabel(t, s, m, room, font) {
  if (s.message !== null && s.move !== 'lose' && s.move !== 'dup') return messageLabel(t, t.messages[s.message], room, font);
  const name = t.machines[m].name;
  if (s.message !== null) return ''; /* the message is named where it ends */
  const rest = s.title.startsWith(name) ? s.title.slice(name.length).trim() : s.title;
  return rest === 'goes on' ? '' : fit(rest, room, font);
}

/* How far a label may go, over lanes that nothing happens on. */
const labelReach = l => Math.max(150, Math.min(l.lane * 1.9, 340));

/* From X to the edge, or to the mark of a spec on the way. */
function roomBeside(l, s, x, goesLeft, gap) {
  if (goesLeft) return Math.min(labelReach(l), x - gap - 4);
  const marks = s.specs.filter(m => l.places.has(m)).map(m => laneX(l, m) - 12).filter(mark => mark > x);
  return Math.min(labelReach(l), Math.min(l.width - 4, ...marks) - x - gap);
}

/* Whether there is room for letters below the row's line, beside the lane of M. */
const isFreeBelow = (t, s, m) => !isOutcome(t, s.number) && !s.changes.some(c => entersState(c) && c.who === m);
const sendsNothing = (t, s, m) => t.sentBy[s.number].every(x => x.from !== m);

/* Labels stand above the line of their row, where nothing leaves, and away from what arrives.  At the
 * edge there may be too little room for that: then below the line on the other side, or in two lines. */
function drawStepLabel(t, l, s, m, x, y) {
  const message = s.message === null ? null : t.messages[s.message];
  const fromRight = message !== null && message.from !== null && l.places.has(message.from) && laneX(l, message.from) > x;
  const gap = isOutcome(t, s.number) && (t.culprit === null || t.culprit === m) ? 15 : 8;
  const tag = message === null ? '' : message.fate === 'void' ? ' · to a halted machine' : Number.isInteger(message.copy_of) ? ' · copy' : '';
  const after = width(tag, LABEL);
  const away = roomBeside(l, s, x, fromRight, gap) - after;
  const other = roomBeside(l, s, x, !fromRight, gap) - after;
  const isTight = message !== null && width(wantedLabel(t, message), LABEL) > away && isFreeBelow(t, s, m);
  const isTurned = isTight && other > away && sendsNothing(t, s, m);
  const lines = isTight && !isTurned && fieldsOf(t, message).length > 1 ? messageLines(t, message, away, LABEL)
    : [stepLabel(t, s, m, isTurned ? other : away, LABEL)];
  const goesLeft = fromRight !== isTurned;
  const at = goesLeft ? x - gap : x + gap;
  lines[lines.length - 1] += tag;
  return svg('text', {class: message === null ? 'label quiet' : 'label', 'text-anchor': goesLeft ? 'end' : 'start'},
    lines.map((text, i) => svg('tspan', {x: at, y: isTurned || i > 0 ? y + 12 : y - 3}, text)));
}

function drawMark(t, s, x, y) {
  const m = laneOf(t, s);
  const colour = `c${t.machines[m].colour}`;
  if (s.move === 'crash') return svg('path', {class: `mark crash ${colour}`, d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`});
  const isVoid = s.message !== null && t.messages[s.message].fate === 'void';
  if (s.move === 'lose' || (isVoid && s.who === null)) return null; /* the arrow has a sign */
  if (s.who === null) return svg('circle', {class: `mark hollow ${colour}`, cx: x, cy: y, r: 4});
  return svg('circle', {class: `mark ${colour}`, cx: x, cy: y, r: 5});
}

function drawSpecMarks(t, l, s, y) {
  const from = laneOf(t, s);
  return s.specs.filter(m => l.places.has(m)).map(m => {
    const x = round(laneX(l, m));
    const start = from !== null && l.places.has(from) ? round(laneX(l, from)) : null;
    return svg('g', {class: 'observes'},
      start === null ? null : svg('path', {class: 'link', d: `M${start} ${y}H${x}`}),
      svg('path', {class: 'diamond', d: `M${x - 6} ${y}l6 -6l6 6l-6 6z`}));
  });
}

function drawStates(t, l, s, y) {
  if (!l.hasLabels) return [];
  return s.changes.filter(c => entersState(c) && l.places.has(c.who)).map(c => {
    const text = fit(c.after || '', l.lane - 26, '11px');
    const wide = width(text, '11px') + 14;
    const x = laneX(l, c.who);
    const culprit = t.machines[c.who].kind === 'spec' ? 'spec' : '';
    return svg('g', {class: `state ${culprit}`},
      svg('rect', {x: round(x - wide / 2), y: y + 11, width: round(wide), height: 18, rx: 9}),
      svg('text', {x: round(x), y: y + 24, 'text-anchor': 'middle'}, text));
  });
}

/* What is wrong, at the one who fails; a deadlock is nobody's and stands to the left.  Or what is covered. */
function drawOutcome(t, l, row) {
  const y = row.y + NODE;
  const isSomebody = t.culprit !== null && l.places.has(t.culprit);
  const x = isSomebody ? round(laneX(l, t.culprit)) : 20;
  const text = fit(`${isSomebody ? '' : t.covers !== null ? '✓ ' : '✗ '}${outcomeText(t)}`, l.width - 30, `600 ${LABEL}`);
  const wide = width(text, `600 ${LABEL}`) + 16;
  const left = round(Math.max(6, Math.min(isSomebody ? x - wide / 2 : x - 8, l.width - wide - 6)));
  const bottom = row.y + row.height - 4;
  const sign = t.covers !== null ? `M${x - 5} ${y}l3.5 4l6.5 -8` : `M${x - 4.5} ${y - 4.5}l9 9m0 -9l-9 9`;
  return svg('g', {class: t.covers !== null ? 'fault covered' : 'fault'},
    isSomebody ? [svg('circle', {cx: x, cy: y, r: 11}), svg('path', {d: sign})] : null,
    svg('rect', {x: left, y: bottom - 21, width: round(wide), height: 21, rx: 4}), svg('text', {x: left + 8, y: bottom - 6}, text));
}

/* A machine that goes on when its message has arrived elsewhere: there is a mark too. */
function drawArrival(t, l, s, y) {
  const to = arrivalLane(t, s);
  if (to === null || !l.places.has(to)) return null;
  const x = round(laneX(l, to));
  const isVoid = t.messages[s.message].fate === 'void'; /* then the arrow has a sign */
  return svg('g', {}, isVoid ? null : svg('circle', {class: `mark hollow c${t.machines[to].colour}`, cx: x, cy: y, r: 4}),
    l.hasLabels ? drawStepLabel(t, l, s, to, x, y) : null);
}

function drawStep(t, l, row) {
  const s = row.step;
  const y = row.y + NODE;
  const g = svg('g', {class: 'node', 'data-step': s.number});
  g.append(...drawSpecMarks(t, l, s, y), ...drawStates(t, l, s, y));
  const m = laneOf(t, s);
  if (m !== null && l.places.has(m)) {
    const x = round(laneX(l, m));
    g.append(drawMark(t, s, x, y) || '');
    if (l.hasLabels && arrivalLane(t, s) === null) g.append(drawStepLabel(t, l, s, m, x, y));
  }
  g.append(drawArrival(t, l, s, y) || '');
  if (isOutcome(t, s.number)) g.append(drawOutcome(t, l, row) || '');
  return g;
}

/* ---- Messages ---- */

function arrowHead(x1, y1, x2, y2, hollow) {
  const turn = round(Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI);
  return svg('path', {
    class: hollow ? 'tip hollow' : 'tip', d: 'M0 0L-9 -4.2V4.2Z',
    transform: `translate(${round(x2)} ${round(y2)}) rotate(${turn})`,
  });
}

/* The line from end to end, and where its head points from. */
function messagePath(l, m, line) {
  const {x1, y1, x2, y2} = line;
  if (m.from === m.to && !line.open && !line.lost) { /* to itself: around the left side */
    const out = Math.min(34, l.lane * 0.35);
    return {d: `M${x1} ${y1}C${x1 - out} ${y1 + 4} ${x1 - out} ${y2 - 4} ${x2 - 6} ${y2}`, x: x1 - out, y: y2 - 4};
  }
  return {d: `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, x: x1, y: y1};
}

/* Heads end before the mark of the step that they point to. */
function shorten(line, by) {
  const dx = line.x2 - line.x1;
  const dy = line.y2 - line.y1;
  const length = Math.hypot(dx, dy);
  if (length <= by) return;
  line.x2 -= dx / length * by;
  line.y2 -= dy / length * by;
}

function drawEnd(m, line, path) {
  const {x2, y2} = line;
  if (line.lost)
    return [svg('path', {class: 'cross', d: `M${round(x2 - 6)} ${y2 - 6}l12 12m0 -12l-12 12`})];
  if (line.open) return [svg('circle', {class: 'open', cx: round(x2), cy: round(y2), r: 3.5})];
  const end = [arrowHead(path.x, path.y, x2, y2, m.fate === 'ignored')];
  if (m.fate === 'void')
    end.push(svg('path', {class: 'bar', d: `M${round(x2)} ${round(y2 - 7)}v14`}));
  return end;
}

/* A message that waits in the inbox: a line beside the lane, from its arrival to its handling. */
function drawWaiting(l, m) {
  const isQueued = m.fate === 'queued';
  if (!l.places.has(m.to) || !Number.isInteger(m.arrived) || !(isQueued || m.late)) return null;
  const x = round(laneX(l, m.to) - 9 - m.arrived % 3 * 3); /* several may wait */
  const y = l.times[m.arrived];
  const until = isQueued ? l.height - 14 : l.times[m.handled];
  return svg('g', {class: 'waiting'},
    svg('path', {d: `M${x} ${y + 4}V${until}${isQueued ? '' : `H${round(laneX(l, m.to)) - 4}`}`}),
    isQueued ? null : svg('path', {class: 'tip', d: `M${round(laneX(l, m.to)) - 2} ${until}l-5 -3v6z`}));
}

const OPEN_WORDS = {pending: 'pending', lost: 'lost', void: 'to a halted machine', ignored: 'ignored', queued: 'queued'};

/* Messages that no step on a lane names are named at their end. */
function drawMessageLabel(t, l, m, line) {
  const isNamed = !line.open && !line.lost && l.rowOf[m.end] >= 0 &&
    t.steps[m.end].message === m.index && line.to;
  if (isNamed || !l.hasLabels) return null;
  const goesRight = line.x2 >= line.x1;
  const open = openWord(t, m);
  const word = open ? ` · ${open}` : '';
  const gap = line.lost ? 10 : 7;
  const edge = goesRight ? l.width - line.x2 : line.x2;
  const room = Math.min(labelReach(l), edge - gap - 4 - width(word, '11px'));
  return svg('text', {
    class: 'label quiet message-label', x: round(line.x2 + (goesRight ? gap : -gap)), y: round(line.y2 + 4),
    'text-anchor': goesRight ? 'start' : 'end',
  }, messageLabel(t, m, room, '11px') + word);
}

function drawMessage(t, l, view, m) {
  const line = messageLine(t, l, view, m);
  if (line === null) return null;
  const full = {...line};
  if (!line.open && !line.lost && line.to) shorten(line, m.from === m.to ? 0 : 6);
  const path = messagePath(l, m, line);
  const g = svg('g', {
    class: `message ${m.fate || ''} ${Number.isInteger(m.copy_of) ? 'copy' : ''} ${line.from && line.to ? '' : 'stub'}`,
    'data-message': m.index,
  });
  g.append(svg('path', {class: 'grip', d: path.d}), svg('path', {class: 'line', d: path.d}),
    ...drawEnd(m, line, path), drawWaiting(l, m) || '');
  return {g, label: drawMessageLabel(t, l, m, full)};
}

/* ---- All of it ---- */

/* Draws rows A to B (not included) of layout L.  Gives the element and what can be marked in it. */
function drawDiagram(t, l, view, a, b) {
  const stepsWidth = STEPS_WIDTH + (t.loop !== null ? LOOP_WIDTH : 0);
  const top = a === 0 ? 0 : l.rows[a].y;
  const bottom = b >= l.rows.length ? l.height : l.rows[b].y;
  const drawn = {steps: new Map(), nodes: new Map(), messages: new Map(), a, b};
  const list = el('ol', {class: 'steps', role: 'listbox', tabindex: 0, 'aria-label': 'Steps'});
  const lanes = svg('svg', {
    class: 'lanes', width: round(l.width), height: round(bottom - top), role: 'img',
    viewBox: `0 ${top} ${round(l.width)} ${round(bottom - top)}`,
    'aria-label': `Space-time diagram of ${t.last} steps and ${l.lanes.length} machines; the list of steps says the same in words`,
  });
  drawGround(t, l, drawn, lanes, a, b);
  for (const m of l.lanes) lanes.append(drawLane(l, m, top, bottom));
  for (const m of l.lanes) lanes.append(drawBirth(t, l, m) || '');
  for (const m of t.messages) {
    if (beyond(t, l, m, top, bottom)) continue;
    const found = drawMessage(t, l, view, m);
    if (found === null) continue;
    drawn.messages.set(m.index, found);
    lanes.append(found.g);
  }
  for (const {label} of drawn.messages.values()) lanes.append(label || '');
  for (const row of l.rows.slice(a, b)) {
    const li = drawStepRow(t, row, t.loop !== null ? LOOP_WIDTH : 0);
    const node = drawStep(t, l, row);
    drawn.steps.set(row.step.number, li);
    drawn.nodes.set(row.step.number, node);
    list.append(li);
    lanes.append(node);
  }
  drawn.note = svg('g', {class: 'note'});
  lanes.append(drawn.note);
  if (t.loop !== null) list.append(drawLoop(t, l) || '');
  place(list, {width: stepsWidth, height: l.height});
  place(lanes, {left: stepsWidth, top});
  const body = place(el('div', {class: 'body'}, list, lanes), {width: stepsWidth + l.width, height: l.height});
  drawn.list = list;
  drawn.element = place(el('div', {class: 'canvas'}, drawHeads(t, l, stepsWidth), body), {width: stepsWidth + l.width});
  return drawn;
}

/* Whether no part of a message is between TOP and BOTTOM. */
function beyond(t, l, m, top, bottom) {
  const ends = [m.sent, m.end, m.handled].filter(Number.isInteger).map(n => l.times[n]);
  if (m.fate === 'queued') ends.push(l.height);
  return Math.max(...ends) + 20 < top || Math.min(...ends) > bottom;
}

/* Bands behind rows: the loop, the failure, and the step that is chosen. */
function drawGround(t, l, drawn, lanes, a, b) {
  const band = (name, row) => svg('rect', {class: `band ${name}`, x: 0, y: row.y, width: l.width, height: row.height});
  for (const row of l.rows.slice(a, b))
    if (t.loop !== null && row.step.number > t.loop) lanes.append(band('looping', row));
  drawn.band = svg('rect', {class: 'band chosen', x: 0, y: -100, width: l.width, height: 0});
  lanes.append(drawn.band);
  for (const row of l.rows.slice(a, b))
    if (isOutcome(t, row.step.number)) lanes.append(band(t.covers !== null ? 'covering' : 'failing', row));
}

/* ---- Marks on what is drawn ---- */

function markDiagram(t, l, drawn, marks) {
  const {selected, message, focus, hits} = marks;
  drawn.element.classList.toggle('focused', focus !== null);
  for (const [n, li] of drawn.steps) {
    const classes = stepMarks(n, selected, focus, hits);
    setMarks(li, classes);
    setMarks(drawn.nodes.get(n), classes);
    if ((li.getAttribute('aria-selected') === 'true') !== (n === selected)) li.setAttribute('aria-selected', String(n === selected));
  }
  for (const [index, {g, label}] of drawn.messages) {
    const classes = messageMarks(t.messages[index], message, selected, focus);
    setMarks(g, classes);
    if (label) setMarks(label, classes);
  }
  const row = l.rows[l.rowOf[selected]];
  writeNote(t, l, drawn.note, row);
  drawn.band.setAttribute('y', row ? row.y : -100);
  drawn.band.setAttribute('height', row ? row.height : 0);
  if (drawn.steps.has(selected)) drawn.list.setAttribute('aria-activedescendant', `step-${selected}`);
}

/* Where lanes have no room for labels, the chosen step has one all the same. */
function writeNote(t, l, note, row) {
  replace(note);
  const m = row && laneOf(t, row.step);
  if (l.hasLabels || !row || m === null || !l.places.has(m)) return;
  const states = row.step.changes.filter(c => c.who === m && entersState(c)).map(c => `→ ${c.after}`);
  const text = fit([stepLabel(t, row.step, m, 320, '11px'), ...states].filter(Boolean).join('  '), 400, '11px');
  if (text === '') return;
  const wide = width(text, '11px') + 12;
  const x = laneX(l, m);
  const left = round(x + wide + 12 > l.width ? x - wide - 10 : x + 10);
  note.append(svg('rect', {x: left, y: row.y + 3, width: round(wide), height: 18, rx: 3}), svg('text', {x: left + 6, y: row.y + 16}, text));
}

const MARKS = ['chosen', 'hit', 'past', 'future', 'of-step'];

/* Most elements keep theirs from step to step. */
function setMarks(node, marks) {
  const key = marks.join(' ');
  if ((node.marks || '') === key) return;
  node.marks = key;
  for (const mark of MARKS) node.classList.toggle(mark, marks.includes(mark));
}

function stepMarks(n, selected, focus, hits) {
  const marks = [];
  if (n === selected) marks.push('chosen');
  if (hits.has(n)) marks.push('hit');
  if (focus && focus.past.has(n)) marks.push('past');
  else if (focus && focus.future.has(n)) marks.push('future');
  return marks;
}

function messageMarks(m, message, selected, focus) {
  const marks = [];
  if (m.index === message) marks.push('chosen');
  if (m.sent === selected || m.end === selected) marks.push('of-step');
  if (!focus || m.index === message) return marks;
  if (focus.past.has(m.sent) && focus.past.has(m.end)) marks.push('past');
  else if (focus.future.has(m.sent)) marks.push('future');
  return marks;
}
