/* Where everything of the diagram stands: lanes from left to right, rows from top to bottom.
 * Zooming changes the room between things and never the size of letters. */

const LANE_LEAST = 14;   /* px; narrower lanes cannot be told apart */
const LANE_LABEL = 84;   /* narrower lanes have no labels, and their names stand upright */
const LANE_NATURAL = 104;
const LANE_MOST = 320;
const MARGINS = 68;      /* for labels beyond the first lane, and the last */
const MARGIN_LEFT = 28;
const MARGIN_RIGHT = 14; /* of specs, which have none */
const ROW = 30;
const ROW_STATE = 19;    /* more, where a state is entered */
const OPEN_GAP = 14;     /* between messages that end in the open, sent by one step */
const OPEN_MORE = 5;     /* below them */
const NODE = 15;         /* from the top of a row to its centre */

function visibleLanes(t, view) {
  const shown = m => !view.hiddenMachines.has(m.index) &&
    (!view.involvedOnly || view.involved.has(m.index));
  const machines = t.machines.filter(m => m.kind !== 'spec' && shown(m));
  return [...machines, ...t.machines.filter(m => m.kind === 'spec' && shown(m))];
}

/* On which lane a step stands, or null: the machine that runs, or the one that gets or sent the message. */
function laneOf(t, s) {
  if (s.who !== null) return s.who;
  if (s.message === null) return null;
  const message = t.messages[s.message];
  return s.move === 'lose' || s.move === 'dup' ? message.from : message.to;
}

function isShown(t, s, view, lanes) {
  if (isOutcome(t, s.number) && s.number > 0) return true;
  if (s.number === 0) return s.actions.length > 0 || s.changes.length > 0;
  if (view.pastOnly && !view.past.has(s.number)) return false;
  if (s.message !== null && view.hiddenEvents.has(t.messages[s.message].event)) return false;
  const lane = laneOf(t, s);
  return lane === null || lanes.has(lane) || s.specs.some(m => lanes.has(m) && view.hiddenMachines.has(lane));
}

/* The lane on which the message of a step arrives, if that is another than the step's own. */
function arrivalLane(t, s) {
  if (s.message === null || s.move === 'lose' || s.move === 'dup') return null;
  const to = t.messages[s.message].to;
  return to === laneOf(t, s) ? null : to;
}

const entersState = c => c.what === 'state' && c.before !== c.after;

function layOut(t, view, room) {
  const lanes = visibleLanes(t, view);
  const places = new Map(lanes.map((m, i) => [m.index, i]));
  const natural = Math.min(LANE_MOST, Math.max(LANE_NATURAL, lanes.length > 0 ? room / lanes.length : 0));
  const l = {
    lanes, places, rows: [], rowOf: new Array(t.steps.length).fill(-1),
    lane: Math.max(LANE_LEAST, natural * view.zoom),
  };
  l.hasLabels = l.lane >= LANE_LABEL;
  const endsWithSpec = lanes.length > 0 && lanes[lanes.length - 1].kind === 'spec';
  l.margin = !l.hasLabels ? 0 : endsWithSpec ? MARGINS - MARGIN_RIGHT : MARGIN_LEFT;
  l.width = Math.max(l.lane * lanes.length, room) + (l.hasLabels ? MARGINS : MARGINS - MARGIN_LEFT);
  const row = view.zoom < 0.75 ? ROW - 6 : ROW;
  let y = 6;
  for (const s of t.steps) {
    if (!isShown(t, s, view, places)) continue;
    const states = s.changes.some(c => entersState(c) && places.has(c.who));
    const open = l.hasLabels ? openRoom(t, s) : 0;
    const height = row + open + (states && l.hasLabels ? ROW_STATE : 0) + (isOutcome(t, s.number) ? 26 : 0);
    l.rowOf[s.number] = l.rows.length;
    l.rows.push({step: s, y, height});
    y += height;
  }
  l.height = y + 30;
  addTimes(t, l);
  return l;
}

/* What a row needs for the names of messages that end in the open. */
function openRoom(t, s) {
  const open = t.sentBy[s.number].filter(m => !Number.isInteger(m.end));
  return open.length === 0 ? 0 : OPEN_MORE + Math.max(...open.map(m => m.rank)) * OPEN_GAP;
}

/* A step that is hidden took place between two that are shown. */
function addTimes(t, l) {
  l.times = new Array(t.steps.length);
  let next = l.height - 20;
  for (let n = t.last; n >= 0; n--) {
    const row = l.rows[l.rowOf[n]];
    if (row) {
      l.times[n] = row.y + NODE;
      next = row.y;
    } else {
      l.times[n] = next;
    }
  }
}

const laneX = (l, m) => l.margin + l.lane * (l.places.get(m) + 0.5);

/* ---- Messages ---- */

/* Both ends of a message, or null when it is not shown. */
function messageLine(t, l, view, m) {
  if (view.hiddenEvents.has(m.event) || !isIndex(t.steps, m.sent)) return null;
  const fromShown = l.places.has(m.from);
  const toShown = l.places.has(m.to);
  const sentShown = l.rowOf[m.sent] >= 0;
  const endShown = m.end !== null && m.end !== undefined && l.rowOf[m.end] >= 0;
  if (!(fromShown && sentShown) && !(toShown && endShown)) return null;
  if (view.pastOnly && !endShown) return null;
  const line = {x1: 0, y1: l.times[m.sent], x2: 0, y2: 0, from: fromShown, to: toShown};
  const side = endSide(m);
  const stub = Math.min(34, l.lane * 0.4);
  line.x1 = fromShown ? laneX(l, m.from) : laneX(l, m.to) - side * stub;
  line.x2 = toShown ? laneX(l, m.to) : line.x1 + side * stub;
  if (m.end === null || m.end === undefined) endInTheOpen(l, m, line, side);
  else if (m.lostAt !== null) endHalfWay(l, m, line, side);
  else line.y2 = l.times[m.end];
  if (!fromShown) line.y1 = line.y2 - 12;
  if (!toShown) line.y2 = line.y1 + 12;
  return line;
}

/* Which way it goes; what is hidden is taken to be where it would be. */
function endSide(m) {
  return m.to >= m.from ? 1 : -1;
}

function endInTheOpen(l, m, line, side) {
  const reach = Math.abs(line.x2 - line.x1);
  line.x2 = line.x1 + side * Math.min(reach > 0 ? reach * 0.6 : l.lane * 0.4, l.lane * 0.6);
  line.y2 = line.y1 + 14 + m.rank * OPEN_GAP;
  line.open = true;
}

function endHalfWay(l, m, line, side) {
  line.x2 = m.from === m.to ? line.x1 + side * l.lane * 0.4 : (line.x1 + line.x2) / 2;
  line.y2 = l.times[m.lostAt];
  line.lost = true;
}
