// An empty string is less than all others, wherever it comes from.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Only {
    entry {
      var s: string;
      var t: string;
      t = "e";
      assert s < t && s <= t && t > s && t >= s;
      s = "";
      assert s < t && s <= s && !(s > s) && !(t < s);
      s = s + "";
      assert s < t && s == "" && s >= "";
      s = format("");
      assert s < t && s == "";
    }
  }
}
