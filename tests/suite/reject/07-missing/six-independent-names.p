// Six unknown names of different kinds in one machine, each reported once.
event eReply: int;
machine Client {
  var server: machine;
  start state Idle {
    entry {
      server = new Server();  //~ error: no machine or interface named 'Server'
      send server, eReply, answer;  //~ error: no variable named 'answer'
      Prepare(1, 2);  //~ error: no function named 'Prepare'
      if (attempts > 3) {  //~ error: no variable named 'attempts'
        goto Failed;  //~ error: no state named 'Failed'
      }
      assert !finished && 1 < 2;  //~ error: no variable named 'finished'
    }
  }
}
