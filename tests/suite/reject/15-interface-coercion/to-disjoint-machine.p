// A reference cannot be turned into one that accepts other events.
event eRead;
event eWrite;
machine Reader receives eRead; { start state Idle { ignore eRead; } }
machine Writer receives eWrite; { start state Idle { ignore eWrite; } }
machine Driver {
  var writer: Writer;
  start state Idle {
    entry { writer = (new Reader()) to Writer; }  //~ error: does not accept
  }
}
