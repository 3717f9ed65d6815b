// A state may have the name of a function that is declared before it.
event eOpen;

machine Gate {
  var opened: int;
  fun Open() { opened = opened + 1; }
  fun Shut() { opened = 0; }
  start state Shut {
    entry Shut;
    on eOpen goto Open with Open;
  }
  state Open {
    entry { Open(); goto Shut; }
  }
}
