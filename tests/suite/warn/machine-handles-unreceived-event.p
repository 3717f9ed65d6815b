// A handler for an event that the receives clause leaves out is suspect.
event eRead: int;
event eWrite: int;

machine Disk receives eRead, halt; {
  var last: int;
  start state Ready {
    on eRead do (block: int) { last = block; }
    on eWrite do (block: int) { last = last + block; }  //~ warning: machine 'Disk' handles 'eWrite', which it does not receive
  }
}

machine User {
  start state Run {
    entry (disk: machine) { send disk, eRead, 1; send this, eWrite, 2; }
    ignore eWrite;
  }
}
