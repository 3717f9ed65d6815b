// References are equal when they lead to the same machine, whatever they may be sent.
// verdict: holds
// states: 4
// transitions: 3
event eJob;
event eStop;
interface Stoppable() receives eStop;
machine Worker receives eJob, eStop; { start state Idle { ignore eJob, eStop; } }
machine Main {
  start state Run {
    entry {
      var one: machine;
      var two: machine;
      var narrow: machine;
      assert one == two && one == null;
      one = new Worker();
      two = new Worker();
      assert one != two && one != null && one != this;
      narrow = one to Stoppable;
      assert narrow == one && narrow != two;
      assert this == this;
    }
  }
}
