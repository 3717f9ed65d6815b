// Messages from one machine to another arrive in the order of sending.
// verdict: holds
// states: 6
// transitions: 5
event eItem: int;
machine Main {
  start state Only {
    entry { var s: machine; s = new Sink(); send s, eItem, 1; send s, eItem, 2; send s, eItem, 3; }
  }
}
machine Sink { var last: int; start state Only { on eItem do (n: int) { assert n == last + 1; last = n; } } }
