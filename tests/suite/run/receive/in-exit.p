// An exit function may wait; the transition goes on afterwards.
// verdict: holds
// states: 6
// transitions: 6
event eGo;
event eReady;
machine Main {
  var ready: bool;
  start state Old {
    entry { new Src(this); send this, eGo; }
    exit { receive { case eReady: { ready = true; } } }
    on eGo goto New;
    defer eReady;
  }
  state New { entry { assert ready; } }
}
machine Src { start state Only { entry (m: machine) { send m, eReady; } } }
