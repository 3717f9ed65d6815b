// Only the branch on which the door stays shut leaves a message.
// verdict: holds
// states: 6
// transitions: 5
// run: --strict-quiescence
// verdict: violated: quiescence @9
event eItem;
event eOpen;
machine Main {
  start state Shut { entry { send this, eItem; new Opener(this); } defer eItem; on eOpen goto Open; }
  state Open { on eItem do { } }
}
machine Opener { start state Only { entry (m: machine) { if ($) send m, eOpen; } } }
