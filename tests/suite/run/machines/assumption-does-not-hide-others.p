// A machine whose assumption fails ends its own runs there; what others do before that is still looked at.
// verdict tNew: violated: assertion @12 here
// verdict tLater: violated: assertion @20 there
event eGo;
event eNext;
axiom true;
machine Parent {
  start state Only {
    entry { new Child(); send this, eGo; }
    on eGo do {
      // the child need not have run by now
      assert false, "here";
    }
  }
}
machine Child { start state Only { entry { assume (false); } } }
machine Sender { start state Only { entry { var r: machine; var s: machine; r = new Strict(); s = new Sink(); send r, eGo; send s, eNext; } } }
machine Strict { start state Only { on eGo do { assume (false); } } }
machine Sink { start state Only { on eNext do {
  assert false, "there";
} } }
test tNew [main=Parent]: { Parent, Child };
test tLater [main=Sender]: { Sender, Strict, Sink };
