// A field that several handlers assign and none reads serves nothing.
event eOpen: int;
event eShut;

machine Gate {
  var visitor: int;  //~ warning: variable 'visitor' is assigned but never read
  start state Run {
    entry { send this, eOpen, 7; send this, eShut; }
    on eOpen do (who: int) { visitor = who; }
    on eShut do Forget;
  }
  fun Forget() { visitor = 0; }
}
