// An event that arrives while the machine waits is unhandled only when its turn comes.
// verdict: violated: unhandled-event @7 eTick
event eTick;
event eReply;
machine Main {
  start state Waiting { entry { new Src(this); receive { case eReply: { } } goto Done; } on eTick do { } }
  state Done { }
}
machine Src { start state Only { entry (m: machine) { send m, eTick; send m, eReply; } } }
