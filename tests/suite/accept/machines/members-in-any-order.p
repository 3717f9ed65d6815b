// Fields, functions and states of a machine may come in any order and refer to each other freely.
event eNext: int;

machine Mixed {
  fun First() { count = Second(count); }
  state Later { entry { First(); goto Earlier; } }
  var count: int;
  fun Second(n: int): int { return n + step; }
  start state Earlier {
    entry { step = 1; }
    on eNext goto Last;
  }
  var step, unused: int;
  state Last { entry Third; on eNext goto Later; }
  fun Third(n: int) { if (n < count) goto Later; }
  var names: seq[string];
}
