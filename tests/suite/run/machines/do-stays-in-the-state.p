// A `do` handler runs neither exit nor entry.
// verdict: holds
// states: 3
// transitions: 2
event eTick;
machine Main {
  var entries: int;
  start state Only {
    entry { entries = entries + 1; send this, eTick; }
    exit { assert false; }
    on eTick do { assert entries == 1; }
  }
}
