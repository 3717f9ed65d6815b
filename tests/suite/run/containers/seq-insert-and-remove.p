// Insertion moves the elements behind it up, removal moves them down.
// verdict: holds
// transitions: 1
// states: 2
machine Main {
  fun Show(list: seq[int]): string {
    var text: string;
    var n: int;
    foreach (n in list) { text = text + format("{0};", n); }
    return text;
  }
  start state Run {
    entry {
      var list: seq[int];
      list += (0, 2);
      list += (0, 1);
      list += (sizeof(list), 4);
      list += (2, 3);
      assert Show(list) == "1;2;3;4;", Show(list);
      list -= (1);
      assert Show(list) == "1;3;4;", Show(list);
      list -= (sizeof(list) - 1);
      list -= (0);
      assert Show(list) == "3;", Show(list);
      list -= (0);
      assert sizeof(list) == 0;
    }
  }
}
