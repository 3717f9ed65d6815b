// Ten elements are taken out of a set one by one, in any order: 3,628,800 orders, 1,024 sets.
event eTotal: int;

machine Sink {
  start state Waiting {
    on eTotal do (n: int) { assert n == 55; }
  }
}

machine Main {
  start state Taking {
    entry {
      var left: set[int];
      var i, total: int;
      var sink: machine;
      sink = new Sink();
      while (i < 10) {
        i = i + 1;
        left += (i);
      }
      while (sizeof(left) > 0) {
        i = choose(left);
        left -= (i);
        total = total + i;
      }
      send sink, eTotal, total;
    }
  }
}

test tcOrder [main=Main]: { Main, Sink }; // expect: holds
