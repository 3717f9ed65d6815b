// Several kinds of warnings in one program, each on its own line.
event eTick: int;
event eTock;  //~ warning: event 'eTock' is never used

machine Clock {
  var ticks: int;
  var label: string;  //~ warning: unused variable 'label'
  start state Run {
    entry { send this, eTick, 1; }
    on eTick do (n: int) { ticks = ticks + n; }
  }
  state Broken { ignore eTick; }  //~ warning: state 'Broken' is unreachable
  fun Repair() { ticks = 0; }  //~ warning: function 'Repair' is never called
}
