/* The runs of a result: its counterexample, and those that cover a scenario (--witness). */

/* A run that covers SCENARIO is no violation, and is drawn without one. */
function tracesOf(r) {
  if (r.runs === undefined) {
    r.runs = r.trace ? [{scenario: null, result: r}] : [];
    for (const w of r.witnesses || []) r.runs.push({scenario: w.scenario, result: {trace: w.trace, covers: w.scenario}});
  }
  return r.runs;
}

/* The run that covers SCENARIO; else the counterexample, if there is one. */
function runNamed(r, scenario) {
  const all = tracesOf(r);
  const found = all.find(x => x.scenario === scenario) || all.find(x => x.scenario === null) || null;
  if (found && !found.trace) found.trace = makeTrace(found.result);
  return found;
}

function runButton(r, run, chosen) {
  const steps = many((run.result.trace.steps || []).length, 'step');
  return el('button', {
    type: 'button', class: 'run', 'aria-pressed': String(run === chosen), 'data-run': run.scenario ?? '',
    onclick: () => showResult(r, null, run.scenario),
  }, el('span', {class: run.scenario === null ? 'no' : 'yes', 'aria-hidden': 'true'}, run.scenario === null ? '✗ ' : '✓ '),
  run.scenario ?? (r.violation ? 'the violation' : 'the run'), el('span', {class: 'quiet'}, ` ${steps}`));
}

function makeRuns(r, chosen) {
  const all = tracesOf(r);
  const witnesses = all.filter(x => x.scenario !== null);
  if (witnesses.length === 0) return null;
  return el('nav', {class: 'runs', 'aria-label': 'Runs'}, all.filter(x => x.scenario === null).map(x => runButton(r, x, chosen)),
    el('span', {class: 'quiet'}, witnesses.length === 1 ? 'A run that covers the scenario' : 'Runs that cover the scenarios'),
    witnesses.map(x => runButton(r, x, chosen)));
}
