// A cycle behind a narrowed choice is judged, if there is no such choice on it.  Of 0 to 4,
// --narrow=2 takes 0 and 4, and --narrow=3 takes 2 as well.
// verdict tcLast: violated: liveness @23
// verdict tcMiddle: violated: liveness @23
// run: --narrow=2
// verdict tcLast: violated: liveness @23
// verdict tcMiddle: within
// run: --narrow=2 --engine=sets
// verdict tcLast: violated: liveness @23
// verdict tcMiddle: within
// run: --narrow=3
// verdict tcLast: violated: liveness @23
// verdict tcMiddle: violated: liveness @23
event eTick;
event eCold;

machine Last { start state S { entry { Begin(this, 4); } on eTick do { send this, eTick; } } }
machine Middle { start state S { entry { Begin(this, 2); } on eTick do { send this, eTick; } } }

fun Begin(m: machine, n: int) { if (choose(5) == n) { send m, eTick; } else { announce eCold; } }

spec Waits observes eCold {
  start hot state Hot { on eCold goto Cold; }
  cold state Cold { ignore eCold; }
}

test tcLast [main=Last]: assert Waits in { Last };
test tcMiddle [main=Middle]: assert Waits in { Middle };
