// What is sent right before an assumption that fails arrives all the same, in every way that its receiver has.
// verdict tFirst: violated: assertion @16 first
// verdict tSecond: violated: assertion @21 second
// run: --engine=dpor
// verdict tFirst: violated: assertion @16 first
// verdict tSecond: violated: assertion @21 second
event eGo;
axiom true;
machine Sender { start state Only { entry {
  var r: machine;
  r = new Receiver();
  send r, eGo;
  assume (false);
} } }
machine First { start state Only { on eGo do {
  if ($) { assert false, "first"; }
} } }
// The choices of a step are tried in order: here the first one is fine.
machine Second { start state Only { on eGo do {
  if (!$) { return; }
  assert false, "second";
} } }
interface Receiver() receives eGo;
test tFirst [main=Sender]: { Sender, First -> Receiver };
test tSecond [main=Sender]: { Sender, Second -> Receiver };
