// Ints, floats and strings are ordered.
type tScore = int;
machine Ranker {
  var score: tScore;
  start state Run {
    entry {
      var n: int;
      var x: float;
      var ok: bool;
      ok = n < 3 && n > -3 && n <= 5 && n >= 0;
      ok = x < .5 || x > -1.5 || x <= 2.0 || x >= x;
      ok = "a" < "b" || "a" > "b" || "a" <= "b" || "a" >= "b";
      ok = score < n && n < score;
      ok = n + 1 < n * 2;
      ok = sizeof(default(set[int])) > choose(4);
    }
  }
}
