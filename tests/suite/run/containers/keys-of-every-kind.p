// Whatever can be compared can be a key: tuples, collections, floats, events, machines.
// verdict: holds
// states: 2
// transitions: 1
event eLeft;
event eRight;
enum tColor { RED, GREEN }
machine Main {
  start state Run {
    entry {
      var table: map[any, int];
      var few: set[int];
      var list: seq[int];
      few += (1);
      few += (2);
      list += (0, 1);
      table[few] = 1;
      table[list] = 2;
      table[(1, "x")] = 3;
      table[(a = 1,)] = 4;
      table[1.5] = 5;
      table[eLeft] = 6;
      table[this] = 7;
      table[null] = 8;
      table["x"] = 9;
      table[true] = 10;
      table[GREEN] = 11;
      assert sizeof(table) == 11;
      few -= (1);
      few += (1);
      assert table[few] == 1 && table[list] == 2 && table[(1, "x")] == 3 && table[(a = 1,)] == 4;
      assert table[1.5] == 5 && table[eLeft] == 6 && table[this] == 7 && table[null] == 8;
      assert table["x"] == 9 && table[true] == 10 && table[1] == 11;
      assert !((1,) in table) && !(eRight in table) && !(false in table) && !(1.0 in table);
    }
  }
}
