// halt in front of the wanted message wins.
// verdict: holds
// states: 4
// transitions: 3
event eReply;
machine Main {
  start state Only {
    entry { send this, halt; send this, eReply; receive { case eReply: { } } assert false; }
  }
}
