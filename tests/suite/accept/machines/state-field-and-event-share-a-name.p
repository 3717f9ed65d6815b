// A state may have the name of a field, an event, an enum element or a machine.
enum Phase { Waiting, Running }
event Timer: int;

machine Task {
  var Running: int;
  var Task: Phase;
  start state Timer {
    entry { Task = Waiting; Running = 1; }
    on Timer goto Running;
  }
  state Running {
    entry (n: int) { Running = Running + n; }
    on Timer goto Task;
  }
  state Task { on Timer goto Waiting; }
  state Waiting { }
}
