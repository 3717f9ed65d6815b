// Whether the assumption holds is chosen, and so is what the receiver of the message does: each choice of the one meets
// each choice of the other, whichever of the sender's comes first.
// verdict tFirst: violated: assertion @20 two
// verdict tSecond: violated: assertion @20 two
// run: --engine=reduced
// verdict tFirst: violated: assertion @20 two
// verdict tSecond: violated: assertion @20 two
// run: --engine=sets
// verdict tFirst: violated: assertion @20 two
// verdict tSecond: violated: assertion @20 two
// run: --engine=dpor
// verdict tFirst: violated: assertion @20 two
// verdict tSecond: violated: assertion @20 two
axiom true;
event eGo;
event eSeen;
machine Receiver { start state Only { on eGo do {
  var n: int;
  n = choose(3);
  assert n != 2, "two";
} } }
machine First { start state Only { entry {
  var r: machine;
  r = new Receiver();
  send r, eGo;
  announce eSeen;
  if ($) { assume (false); }
} } }
machine Second { start state Only { entry {
  var r: machine;
  r = new Receiver();
  send r, eGo;
  announce eSeen;
  if (!$) { assume (false); }
} } }
spec Watch observes eSeen { start state Only { ignore eSeen; } }
test tFirst [main=First]: assert Watch in { First, Receiver };
test tSecond [main=Second]: assert Watch in { Second, Receiver };
