// A request may come after the switch, where nothing takes it.
// verdict: violated: unhandled-event @11 eRequest
event eRequest;
event eSwitch;
machine Main {
  start state Day {
    entry { new Client(this); send this, eSwitch; }
    on eSwitch goto Night;
    on eRequest do { }
  }
  state Night { }
}
machine Client { start state Only { entry (m: machine) { send m, eRequest; } } }
