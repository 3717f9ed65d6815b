// Elements are read and replaced by index; `in` looks at all of them.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var list: seq[string];
      list += (0, "a");
      list += (1, "b");
      list += (2, "a");
      list[1] = "c";
      assert list[0] == "a" && list[1] == "c" && list[2] == "a" && sizeof(list) == 3;
      assert "c" in list && !("b" in list);
      list -= (0);
      assert "a" in list && list[0] == "c";
      list[0] = list[1];
      assert list[0] == "a" && sizeof(list) == 2;
    }
  }
}
