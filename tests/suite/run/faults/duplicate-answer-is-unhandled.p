// The copy of an answer finds nobody waiting.
// verdict: holds
// run: --faults=dup=1:eReply
// verdict: violated: unhandled-event @8 eReply
event eAsk: machine;
event eReply;
machine Main {
  start state Only {
    entry { send new Server(), eAsk, this; receive { case eReply: { } } }
  }
}
machine Server { start state Only { on eAsk do (m: machine) { send m, eReply; } } }
