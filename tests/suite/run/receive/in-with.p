// A `with` function may wait; the entry gets the payload of the transition, not of the receive.
// verdict: holds
// states: 6
// transitions: 6
event eGo: int;
event eReady: int;
machine Main {
  var ready: int;
  start state Old {
    entry { new Src(this); send this, eGo, 1; }
    on eGo goto New with { receive { case eReady: (n: int) { ready = n; } } }
    defer eReady;
  }
  state New { entry (n: int) { assert n == 1 && ready == 2; } }
}
machine Src { start state Only { entry (m: machine) { send m, eReady, 2; } } }
