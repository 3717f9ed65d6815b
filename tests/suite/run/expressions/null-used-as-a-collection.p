// Null that was cast to a collection or a tuple fails as soon as it is used as one.
// verdict tc___deed_0: violated: null-value @28
// verdict tc___deed_1: violated: null-value @29
// verdict tc___deed_2: violated: null-value @30
// verdict tc___deed_3: violated: null-value @31
// verdict tc___deed_4: violated: null-value @32
// verdict tc___deed_5: violated: null-value @33
// verdict tc___deed_6: violated: null-value @34
// verdict tc___deed_7: violated: null-value @35
// verdict tc___deed_8: violated: null-value @36
// verdict tc___deed_9: violated: null-value @37
param deed: int;
machine Main {
  start state Run {
    entry {
      var nothing: any;
      var list: seq[int];
      var few: set[int];
      var table: map[int, int];
      var pair: (int, int);
      var named: (a: int, b: int);
      var n: int;
      list = nothing as seq[int];
      few = nothing as set[int];
      table = nothing as map[int, int];
      pair = nothing as (int, int);
      named = nothing as (a: int, b: int);
      if (deed == 0) n = sizeof(list);
      if (deed == 1) n = list[0];
      if (deed == 2) list += (0, 1);
      if (deed == 3) few += (1);
      if (deed == 4) { if (1 in few) n = 1; }
      if (deed == 5) table[1] = 2;
      if (deed == 6) list = keys(table);
      if (deed == 7) foreach (n in list) { }
      if (deed == 8) n = pair.0;
      if (deed == 9) named.a = 1;
    }
  }
}
test param (deed in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) tc [main=Main]: { Main };
