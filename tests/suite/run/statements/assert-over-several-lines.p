// A failed assertion is reported at its first line.
// verdict: violated: assertion @7 three
machine Main {
  start state Run {
    entry {
      var n: int;
      assert
        n == 3,
        "three";
    }
  }
}
