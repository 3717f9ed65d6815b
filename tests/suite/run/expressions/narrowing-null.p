// `to` an interface needs a reference to narrow; where there is nothing to narrow, null passes.
// verdict: violated: null-value @15
event eJob;
event eStop;
interface Stoppable() receives eStop;
machine Worker receives eJob, eStop; { start state Idle { ignore eJob, eStop; } }
machine Main {
  start state Run {
    entry {
      var nobody: machine;
      var worker: Worker;
      var narrow: Stoppable;
      worker = default(Worker) to Worker;
      assert (worker as any) == null;
      narrow = nobody to Stoppable;
    }
  }
}
