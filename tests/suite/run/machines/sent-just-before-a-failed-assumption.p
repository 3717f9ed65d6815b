// P has no scheduling point between a send and an assumption: whoever gets the message never runs.  Nor does a machine
// that was just created.
// verdict tSend: holds
// states tSend: 3
// transitions tSend: 2
// verdict tNew: holds
// states tNew: 2
// transitions tNew: 1
// verdict tBefore: violated: assertion @33 taken
// run: --engine=reduced
// verdict tSend: holds
// verdict tNew: holds
// verdict tBefore: violated: assertion @33 taken
// run: --engine=sets
// verdict tSend: holds
// verdict tNew: holds
// verdict tBefore: violated: assertion @33 taken
// run: --engine=dpor
// verdict tSend: holds
// verdict tNew: holds
// verdict tBefore: violated: assertion @33 taken
// run: --engine=sample
// verdict tSend: sampled
// verdict tNew: sampled
// verdict tBefore: violated: assertion @33 taken
// run: --network=p2p
// verdict tSend: holds
// verdict tNew: holds
// verdict tBefore: violated: assertion @33 taken
axiom true;
event eGo;
machine Receiver { start state Only { on eGo do {
  assert false, "taken";
} } }
machine Sender { start state Only { entry {
  var r: machine;
  r = new Receiver();
  send r, eGo;
  assume (false);
} } }
machine Hasty { start state Only { entry { assert false; } } }
machine Creator { start state Only { entry {
  new Hasty();
  assume (false);
} } }
// The second send is a scheduling point: there the first message may be taken.
machine Twice { start state Only { entry {
  var r: machine;
  r = new Receiver();
  send r, eGo;
  send this, eGo;
  assume (false);
} } }
test tSend [main=Sender]: { Sender, Receiver };
test tNew [main=Creator]: { Creator, Hasty };
test tBefore [main=Twice]: { Twice, Receiver };
