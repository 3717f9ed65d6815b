// The parameter of a receive case ends with the case.
event eReply: int;
machine Client {
  start state Idle {
    entry {
      receive { case eReply: (answer: int) { print "replied"; } }
      assert answer == 42;  //~ error: no variable named 'answer'
    }
  }
}
