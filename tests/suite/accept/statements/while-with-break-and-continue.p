// 'break' and 'continue' may stand in any loop, also in a block or a branch inside it.
machine Counter {
  start state Run {
    entry {
      var i, j: int;
      while (i < 10) i = i + 1;
      while (true) break;
      while (i > 0) {
        i = i - 1;
        if (i == 5) continue;
        while (j < i) {
          j = j + 1;
          { if (j == 3) { break; } else { continue; } }
        }
        if (i == 2) { j = 0; break; }
      }
      while ($) { if ($) { continue; } }
    }
  }
}
