// A raise is found two calls below a named exit function.
event eClose;
event eAudit;

machine Account {
  start state Active {
    on eClose goto Closed;
    exit Settle;  //~ error: may not raise an event or change state
  }
  state Closed { ignore eAudit; }
  fun Settle() { Balance(10); }
  fun Balance(n: int) { if (n != 0) Complain(); }
  fun Complain() { raise eAudit; }
}
