// A machine that waits for ever beside one that runs for ever is no deadlock.
// verdict: holds
// states: 3
// transitions: 3
event eReply;
event eTick;
machine Main {
  start state Only { entry { new Loner(); send this, eTick; } on eTick do { send this, eTick; } }
}
machine Loner { start state Only { entry { receive { case eReply: { } } assert false; } } }
