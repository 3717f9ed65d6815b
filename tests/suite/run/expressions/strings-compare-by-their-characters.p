// The order of strings is that of their characters' codes, not that of a dictionary.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      assert "Zebra" < "apple" && "a" > "A" && "10" < "9";
      assert "" < "a" && "ab" < "abc" && "ab" <= "ab" && "b" >= "ab";
      assert "z" < "é" && "é" < "語";
      assert !("a" < "a") && !("a" > "b") && "a " != "a";
    }
  }
}
