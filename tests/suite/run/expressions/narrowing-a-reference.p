// `to` an interface leaves only the interface's events; `as` changes nothing.
// verdict: violated: not-allowed @17
event eJob;
event eStop;
interface Stoppable() receives eStop;
machine Worker receives eJob, eStop; { start state Idle { ignore eJob, eStop; } }
machine Main {
  start state Run {
    entry {
      var worker: machine;
      var narrow: Stoppable;
      worker = new Worker();
      send worker as Stoppable, eJob;
      narrow = worker to Stoppable;
      send narrow, eStop;
      send worker, eJob;
      send narrow, eJob;
    }
  }
}
