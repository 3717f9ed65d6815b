// What an entry raises is handled in the state just entered.
// verdict: holds
// states: 3
// transitions: 2
event eGo;
event ePing;
machine Main {
  start state Old { entry { send this, eGo; } on eGo goto New; on ePing do { assert false; } }
  state New { entry { raise ePing; } on ePing do { } }
}
