// Of a chain of ifs the first that is true is taken, and no condition after it is computed.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var asked: int;
  fun Ask(answer: bool): bool { asked = asked + 1; return answer; }
  start state Run {
    entry {
      var taken: int;
      if (Ask(false)) taken = 1;
      else if (Ask(true)) taken = 2;
      else if (Ask(true)) taken = 3;
      else taken = 4;
      assert taken == 2 && asked == 2;
      if (Ask(false)) { taken = 5; } else { }
      assert taken == 2 && asked == 3;
    }
  }
}
