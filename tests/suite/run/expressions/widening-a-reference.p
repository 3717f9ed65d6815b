// `to` an interface with events that the reference does not carry is an error.
// verdict: violated: not-allowed @15
event eJob;
event eStop;
interface Stoppable() receives eStop;
machine Worker receives eJob, eStop; { start state Idle { ignore eJob, eStop; } }
machine Main {
  start state Run {
    entry {
      var narrow: machine;
      var wide: Worker;
      narrow = new Worker();
      wide = narrow to Worker;
      narrow = narrow to Stoppable;
      wide = narrow to Worker;
    }
  }
}
