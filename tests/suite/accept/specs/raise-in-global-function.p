// A global function that raises may be called from a spec, since raise is allowed there.
event eSeen: int;
event eBad: int;

fun Report(n: int) { if (n > 3) raise eBad, n; }

spec Watcher observes eSeen, eBad {
  start state Calm {
    on eSeen do (n: int) { Report(n); }
    on eBad goto Worried;
  }
  state Worried {
    entry (n: int) { assert n > 3; }
    ignore eSeen, eBad;
  }
}
