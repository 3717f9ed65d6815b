// A transition to the same state scans the queue again, and defers again.
// verdict: holds
// states: 4
// transitions: 3
event eItem;
event eAgain;
machine Main {
  var entries: int;
  start state Only {
    entry { entries = entries + 1; if (entries == 1) { send this, eItem; send this, eAgain; } }
    defer eItem;
    on eAgain goto Only;
  }
}
