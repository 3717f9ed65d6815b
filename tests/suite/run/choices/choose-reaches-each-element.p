// Each element of a sequence, set or map comes out in some run.
// verdict tc___bad_1: violated: assertion @24
// verdict tc___bad_2: violated: assertion @24
// verdict tc___bad_3: violated: assertion @25
// verdict tc___bad_4: violated: assertion @25
// verdict tc___bad_5: violated: assertion @26
// verdict tc___bad_6: violated: assertion @26
// verdict tc___bad_7: holds
// states tc___bad_7: 2
// transitions tc___bad_7: 1
param bad: int;
machine Main {
  start state Run {
    entry {
      var list: seq[int];
      var few: set[int];
      var table: map[int, int];
      list += (0, 1);
      list += (1, 2);
      few += (3);
      few += (4);
      table[5] = 7;
      table[6] = 7;
      assert choose(list) != bad;
      assert choose(few) != bad;
      assert choose(table) != bad;
    }
  }
}
test param (bad in [1, 2, 3, 4, 5, 6, 7]) tc [main=Main]: { Main };
