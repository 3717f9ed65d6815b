// A transition to the current state leaves it and enters it again.
// verdict: holds
// states: 4
// transitions: 3
event eAgain;
event eCheck;
machine Main {
  var entries: int;
  var exits: int;
  start state Only {
    entry {
      entries = entries + 1;
      if (entries == 1) { send this, eAgain; send this, eCheck; }
    }
    exit { exits = exits + 1; }
    on eAgain goto Only;
    on eCheck do { assert entries == 2 && exits == 1; }
  }
}
