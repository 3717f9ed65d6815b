// A request may come before or after the switch; both states take it.
// verdict: holds
// states: 6
// transitions: 6
event eRequest;
event eSwitch;
machine Main {
  start state Day {
    entry { new Client(this); send this, eSwitch; }
    on eSwitch goto Night;
    on eRequest do { }
  }
  state Night { on eRequest do { } }
}
machine Client { start state Only { entry (m: machine) { send m, eRequest; } } }
