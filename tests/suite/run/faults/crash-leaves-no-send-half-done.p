// A send that specs have seen is under way, whatever happens to the sender.
// verdict: holds
// states: 7
// transitions: 6
// run: --faults=crash=1:Sender
// verdict: holds
// run: --faults=crash=1:Sender --network=p2p
// verdict: holds
// run: --faults=crash=1:Receiver
// verdict: violated: liveness @18
event eItem;
event eGot;
machine Main { start state Only { entry { new Sender(new Receiver()); } } }
machine Sender { start state Only { entry (r: machine) { send r, eItem; } } }
machine Receiver { start state Only { on eItem do { announce eGot; } } }
spec Arrives observes eItem, eGot {
  start cold state None { on eItem goto Sent; ignore eGot; }
  hot state Sent { on eGot goto None; ignore eItem; }
}
