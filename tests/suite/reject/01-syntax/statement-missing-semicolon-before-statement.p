// Two statements need a semicolon between them; the error stands at the second.
machine Counter {
  var total, rounds: int;
  start state Idle {
    entry {
      total = 1
      rounds = 2;  //~^ error: found 'rounds'
      total = 3;
    }
  }
}
