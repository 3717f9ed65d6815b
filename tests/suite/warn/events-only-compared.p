// An event that is only stored and compared is not sent, so it needs no handler.
event eNone;
event eSome;
machine Main {
  var last: event;
  start state S {
    entry { last = eNone; send this, eSome; }
    on eSome do { if (last == eNone) last = eSome; }
  }
}
spec Idle observes eSome { start state S { ignore eSome; } }  //~ warning: no test attaches spec 'Idle'
test tc [main=Main]: { Main };
