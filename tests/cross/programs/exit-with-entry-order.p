// expect: holds
// Exit of the old state, `with`, entry of the new one; the payload reaches the last two.
event eGo: int;
machine Main {
  var log: string;
  start state A {
    entry { send this, eGo, 7; }
    exit { log = log + "x"; }
    on eGo goto B with (n: int) { log = log + format("w{0}", n); }
  }
  state B { entry (n: int) { log = log + format("e{0}", n); assert log == "xw7e7", log; } }
}
