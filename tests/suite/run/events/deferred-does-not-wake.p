// A deferred message is not handled without a change of state, however many arrive.
// verdict: holds
// states: 8
// transitions: 7
event eItem: int;
event eSeen;
machine Main {
  var turns: int;
  start state Only {
    entry { send this, eItem, 1; send this, eSeen; }
    defer eItem;
    on eSeen do { turns = turns + 1; if (turns < 3) { send this, eItem, 2; send this, eSeen; } }
    exit { assert false; }
  }
}
