// A scenario that stays hot, at the end or for ever, is no error.
// verdict: holds
// states: 5
// transitions: 5
event eJob;
event eTick;
machine Main { start state Only { entry { if ($) send this, eTick; } on eTick do { send this, eTick; } } }
scenario Never observes eJob, eTick {
  start hot state Waiting { on eJob goto Done; ignore eTick; }
  cold state Done { ignore eJob, eTick; }
}
