// Each of five peers is late with a probability, which only compares a choice from 100: 100^5 ways, few outcomes.
event eLate: int;
event eTick: int;

machine Sink {
  var late: int;
  start state Waiting {
    on eLate do (peer: int) {
      late = late + 1;
      assert late <= 3;
    }
  }
}

machine Main {
  var sink: machine;
  start state Watching {
    entry {
      sink = new Sink();
      send this, eTick, 3;
    }
    on eTick do (left: int) {
      var peer: int;
      while (peer < 5) {
        if (choose(100) < 5) {
          send sink, eLate, peer;
          if (left > 1) {
            send this, eTick, left - 1;
          }
          return;
        }
        peer = peer + 1;
      }
    }
  }
}

test tcRates [main=Main]: { Main, Sink }; // expect: holds
