// A long string grows in place.
// verdict: holds
machine Main {
  start state Only {
    entry {
      var s: string;
      var t: string;
      var i: int;
      while (i < 100000) { s = s + "xy"; if (i == 10) t = s; i = i + 1; }
      assert t == "xyxyxyxyxyxyxyxyxyxyxy", t;
      assert s > t && s != t;
    }
  }
}
// not for naive
