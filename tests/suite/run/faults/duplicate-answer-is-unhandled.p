// The copy of an answer finds nobody waiting.
// verdict: holds
// states: 5
// transitions: 4
// run: --faults=dup=1:eReply
// verdict: violated: unhandled-event @10 eReply
event eAsk: machine;
event eReply;
machine Main {
  start state Only {
    entry { send new Server(), eAsk, this; receive { case eReply: { } } }
  }
}
machine Server { start state Only { on eAsk do (m: machine) { send m, eReply; } } }
