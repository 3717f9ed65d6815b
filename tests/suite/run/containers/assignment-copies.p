// A copy and its original go separate ways.
// verdict: holds
// states: 2
// transitions: 1
type tBox = (list: seq[int], few: set[int], table: map[int, int]);
machine Main {
  start state Run {
    entry {
      var box: tBox;
      var copy: tBox;
      var boxes: seq[tBox];
      box.list += (0, 1);
      copy = box;
      boxes += (0, box);
      box.list[0] = 2;
      box.few += (2);
      box.table[2] = 2;
      assert copy.list[0] == 1 && sizeof(copy.few) == 0 && sizeof(copy.table) == 0;
      assert boxes[0] == copy && boxes[0] != box;
      copy = boxes[0];
      copy.list[0] = 3;
      assert boxes[0].list[0] == 1;
      boxes += (1, boxes[0]);
      boxes[1].list[0] = 4;
      assert boxes[0].list[0] == 1 && boxes[1].list[0] == 4;
    }
  }
}
