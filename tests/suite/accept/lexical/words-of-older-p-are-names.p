// Keywords of older versions of P are ordinary names now.
event fresh: (swap: int, move: bool);
machine model {
  var static, monitor: int;
  start state group {
    on fresh do (payload: (swap: int, move: bool)) { push(payload.swap); }
  }
  state move { entry { pop(); } }
  fun push(group: int) { static = group; monitor = group; }
  fun pop() { var main_, module_, private: int; private = main_ + module_; }
}
