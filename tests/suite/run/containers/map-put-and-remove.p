// Assignment adds a key or replaces its value; removing what is not there does nothing.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var table: map[string, int];
      table["a"] = 1;
      table["b"] = 2;
      table["a"] = 3;
      assert table["a"] == 3 && table["b"] == 2 && sizeof(table) == 2;
      table += ("c", 4);
      assert table["c"] == 4 && "c" in table && !("d" in table);
      table -= ("d");
      assert sizeof(table) == 3;
      table -= ("a");
      assert !("a" in table) && sizeof(table) == 2;
      table += ("a", 5);
      assert table["a"] == 5;
    }
  }
}
