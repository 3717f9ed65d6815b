/* Printing: all steps, in pieces that fit a sheet, each with the names of the lanes. */

const SHEET = {width: 1040, height: 660}; /* A4, landscape, at 96 dots an inch */

function preparePrint() {
  finishPrint();
  if (!app.trace) return;
  const lanes = Math.max(1, app.layout.lanes.length);
  const room = SHEET.width - STEPS_WIDTH - MARGINS - (app.trace.loop !== null ? LOOP_WIDTH : 0);
  const l = layOut(app.trace, {...app.view, zoom: Math.min(1, room / (LANE_NATURAL * lanes))}, room);
  const sheets = el('div', {id: 'print', class: 'print-only'});
  for (let a = 0; a < l.rows.length;) {
    const used = (l.hasLabels ? 64 : 154) + (a === 0 ? 150 : 0); /* names of the lanes; the verdict */
    let b = a + 1;
    while (b < l.rows.length && l.rows[b].y + l.rows[b].height - l.rows[a].y < SHEET.height - used) b++;
    sheets.append(printPiece(l, a, b));
    a = b;
  }
  document.getElementById('trace').after(sheets);
}

function printPiece(l, a, b) {
  const piece = drawDiagram(app.trace, l, app.view, a, b);
  const top = a === 0 ? 0 : l.rows[a].y;
  const height = (b >= l.rows.length ? l.height : l.rows[b].y) - top;
  const body = piece.element.lastChild;
  place(body, {height});
  place(piece.list, {height, top: 0});
  place(body.querySelector('.lanes'), {top: 0});
  for (const [n, li] of piece.steps) {
    li.removeAttribute('id');
    place(li, {top: l.rows[l.rowOf[n]].y - top});
  }
  const loop = piece.list.querySelector('.loop');
  if (loop) place(loop, {top: -top});
  return piece.element;
}

function finishPrint() {
  const old = document.getElementById('print');
  if (old) old.remove();
}
