// A scenario is written like a spec and is attached to every test by itself.
event eLost: int;
event eRetry: int;
event eDone;

machine Main {
  start state Run {
    entry { announce eLost, 1; announce eRetry, 1; announce eDone; }
  }
}

scenario RetryAfterLoss observes eLost, eRetry, eDone {
  var id: int;
  start state Start { on eLost goto Lost with (n: int) { id = n; } ignore eRetry, eDone; }
  hot state Lost { on eRetry do Check; ignore eLost, eDone; }
  cold state Retried { ignore eLost, eRetry, eDone; }
  fun Check(n: int) { if (n == id) goto Retried; }
}

test tcMain [main=Main]: { Main };
test tcAgain [main=Main]: { Main };
