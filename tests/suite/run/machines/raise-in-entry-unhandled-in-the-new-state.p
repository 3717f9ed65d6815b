// A handler of the old state does not help a raise in the entry of the new one.
// verdict: violated: unhandled-event @7 ePing
event eGo;
event ePing;
machine Main {
  start state Old { entry { send this, eGo; } on eGo goto New; on ePing do { } }
  state New { entry { raise ePing; } }
}
