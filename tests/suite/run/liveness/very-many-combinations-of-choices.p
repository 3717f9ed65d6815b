// The choices of one step can be combined in too many ways to judge cycles.  That must not hide a failed assertion, and
// no engine may say that the test holds.
// verdict tcFails: violated: assertion @32 too often
// verdict tcFine: unknown
// run: --engine=sets
// verdict tcFails: violated: assertion @32 too often
// verdict tcFine: unknown
// run: --choices=unfair
// verdict tcFails: violated: assertion @32 too often
// verdict tcFine: violated: liveness @59
event eDone;
event eTick;
machine Fails {
  var n: int;
  start state S {
    entry { send this, eTick; }
    on eTick do {
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      n = n + 1;
      assert n < 4, "too often";
      send this, eTick;
    }
  }
}
machine Fine {
  start state S {
    entry { send this, eTick; }
    on eTick do {
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      if ($) { if ($) { announce eDone; return; } }
      send this, eTick;
    }
  }
}
spec Finishes observes eDone {
  start hot state Trying { on eDone goto Done; }
  cold state Done { ignore eDone; }
}
test tcFails [main=Fails]: assert Finishes in { Fails };
test tcFine [main=Fine]: assert Finishes in { Fine };
// not for naive
