// Assignment reaches into fields, elements and values at any depth, and changes nothing else.
// verdict: holds
// states: 2
// transitions: 1
type tRow = (name: string, cells: seq[(int, int)]);
machine Main {
  var rows: map[int, tRow];
  start state Run {
    entry {
      rows[1] = (name = "one", cells = default(seq[(int, int)]));
      rows[2] = rows[1];
      rows[1].cells += (0, (10, 11));
      rows[1].cells += (1, (20, 21));
      rows[1].cells[1].0 = 22;
      rows[1].name = rows[1].name + "!";
      assert rows[1] == (name = "one!", cells = rows[1].cells);
      assert rows[1].cells[0] == (10, 11) && rows[1].cells[1] == (22, 21);
      assert rows[2].name == "one" && sizeof(rows[2].cells) == 0;
      rows[1].cells -= (0);
      assert sizeof(rows[1].cells) == 1 && rows[1].cells[0].0 == 22;
    }
  }
}
