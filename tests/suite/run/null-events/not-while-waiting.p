// A machine that waits in a receive has no null events: this one is stuck.
// verdict: violated: deadlock @7
event eReply;
machine Main {
  start state Only {
    entry {
      receive { case eReply: { } }
    }
    on null do { send this, eReply; }
  }
}
