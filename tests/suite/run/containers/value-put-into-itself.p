// A value that is put into itself goes in as it was before.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var list: seq[any];
      var few: set[any];
      var table: map[any, any];
      var pair: (any, int);
      list += (0, 1);
      list += (0, list);
      assert sizeof(list) == 2 && sizeof(list[0] as seq[any]) == 1 && list[1] == 1;
      list[1] = list;
      assert sizeof(list) == 2 && (list[1] as seq[any])[1] == 1;
      few += (few);
      few += (few);
      assert sizeof(few) == 2 && default(set[any]) in few && !(few in few);
      table[1] = table;
      table[table] = table;
      assert sizeof(table) == 2 && sizeof(table[1] as map[any, any]) == 0 && !(table in table);
      pair.1 = 5;
      pair.0 = pair;
      pair.1 = 6;
      assert (pair.0 as (any, int)) == (null, 5) && pair.1 == 6;
    }
  }
}
