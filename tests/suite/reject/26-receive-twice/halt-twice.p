// The rule holds for halt as for any other event.
event eJob;

machine Worker {
  var jobs: int;
  start state Run {
    entry {
      receive {
        case halt: { raise halt; }
        case eJob: { jobs = jobs + 1; }
        case halt: { jobs = 0; }  //~ error: 'halt' appears twice in this receive
      }
    }
  }
}
