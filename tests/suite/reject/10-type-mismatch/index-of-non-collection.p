// Only sequences, sets and maps can be indexed.
machine Store {
  var total: int;
  var name: string;
  var pair: (int, int);
  start state Idle {
    entry {
      assert total[0] == 1;  //~ error: cannot index int
      assert name[0] == "a";  //~ error: cannot index string
      pair[0] = 1;  //~ error: cannot index (int
    }
  }
}
