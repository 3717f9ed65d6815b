// A long computation, and then one choice of many.
event eChosen: int;

machine Sink {
  start state Waiting {
    on eChosen do (n: int) { assert n < 8000; }
  }
}

machine Main {
  start state Computing {
    entry {
      var table: seq[int];
      var i: int;
      var sink: machine;
      sink = new Sink();
      while (i < 4000) {
        table += (i, 2 * i);
        i = i + 1;
      }
      send sink, eChosen, choose(table) / 1000;
    }
  }
}

test tcPrefix [main=Main]: { Main, Sink }; // expect: holds
