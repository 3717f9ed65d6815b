// Only the second child waits for ever.
// verdict: violated: deadlock @13
event eReply;
machine Main {
  start state Only {
    entry { var c: machine; c = new Child(); new Loner(); send c, eReply; }
  }
}
machine Child { start state Only { entry { receive { case eReply: { } } } } }
machine Loner {
  start state Only {
    entry {
      receive { case eReply: { } }
    }
  }
}
