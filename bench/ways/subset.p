// A subset of twenty, of which only the size counts: a million ways, 21 outcomes.
event eSize: int;

machine Sink {
  start state Waiting {
    on eSize do (n: int) { assert n <= 20; }
  }
}

machine Main {
  start state Choosing {
    entry {
      var i, size: int;
      var sink: machine;
      sink = new Sink();
      while (i < 20) {
        if ($) {
          size = size + 1;
        }
        i = i + 1;
      }
      send sink, eSize, size;
    }
  }
}

test tcSubset [main=Main]: { Main, Sink }; // expect: holds
