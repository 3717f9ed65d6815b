// expect: holds
// What one machine sends to another arrives in the order of sending.
event eTag: int;
machine Main {
  start state S { entry { var c: machine; c = new Sink(); send c, eTag, 1; send c, eTag, 2; send c, eTag, 3; } }
}
machine Sink { var last: int; start state S { on eTag do (n: int) { assert n == last + 1; last = n; } } }
