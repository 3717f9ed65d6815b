// What was sent stays as it was, whatever the sender does to its variable afterwards.
// verdict: holds
// states: 4
// transitions: 3
event eList: seq[int];
machine Main {
  var list: seq[int];
  start state Run {
    entry {
      list += (0, 1);
      send this, eList, list;
      list[0] = 2;
      send this, eList, list;
      list -= (0);
    }
    on eList do (got: seq[int]) {
      assert sizeof(list) == 0 && sizeof(got) == 1;
      got[0] = got[0] + 10;
      list = got;
      goto Second;
    }
  }
  state Second {
    on eList do (got: seq[int]) { assert got[0] == 2 && list[0] == 11; }
  }
}
