// An exit function must not call a global function that raises.
event eClose;
event eAudit: int;

fun RequestAudit(reason: int) { raise eAudit, reason; }

machine Account {
  start state Active {
    on eClose goto Closed;
    exit { RequestAudit(3); }  //~ error: may not raise an event or change state
  }
  state Closed { on eAudit do (reason: int) { assert reason > 0; } }
}
