// Events live in another name space than types: in a type an alias or a machine of that name comes first.
type Level = int;
event Level: Level;
event Door: Door;
event eOpen;
machine Door receives eOpen, Level; {
  var level: Level;
  start state Shut {
    on Level do (n: int) { level = n + 1; }
    on eOpen do { send this, Level, level; }
  }
}
machine Guard {
  start state Watch {
    entry { var door: Door; door = new Door(); send door, eOpen; send this, Door, door; }
    on Door do (d: Door) { send d, Level, 3; }
  }
}
