// A handler without parameter never notices a payload of the wrong type.
// verdict: holds
// states: 3
// transitions: 2
event eCount: int;
machine Main {
  start state Only {
    entry { var e: event; e = eCount; send this, e, "three"; }
    on eCount do { }
  }
}
