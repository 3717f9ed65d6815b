// keys and values are sequences of the size of the map, in the same order.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var table: map[string, int];
      var i: int;
      assert sizeof(keys(table)) == 0 && sizeof(values(table)) == 0;
      table["b"] = 7;
      table["a"] = 7;
      table["c"] = 9;
      assert sizeof(keys(table)) == 3 && sizeof(values(table)) == 3;
      while (i < 3) {
        assert table[keys(table)[i]] == values(table)[i];
        i = i + 1;
      }
      assert "a" in keys(table) && "b" in keys(table) && "c" in keys(table);
      assert 7 in values(table) && 9 in values(table) && !(8 in values(table));
      table -= ("b");
      assert !("b" in keys(table)) && 7 in values(table);
    }
  }
}
