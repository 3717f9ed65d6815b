// A machine halted in the middle of a handler that waited is no deadlock.
// verdict: holds
// states: 3
// transitions: 2
event eReply;
event eStop;
machine Main {
  start state Only {
    entry { send this, eStop; receive { case eReply: { } case eStop: { raise halt; } } }
  }
}
