// The answer comes only sometimes; when it does not, that is a deadlock.
// verdict: violated: deadlock @8
event eReply;
machine Main {
  start state Only {
    entry {
      new Moody(this);
      receive { case eReply: { } }
    }
  }
}
machine Moody { start state Only { entry (m: machine) { if ($) send m, eReply; } } }
