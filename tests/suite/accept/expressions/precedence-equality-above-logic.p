// Equality binds tighter than '&&', that tighter than '||', '==>' and '<==>'.
machine Logic {
  start state Run {
    entry {
      var a, b: int;
      var p, q: bool;
      var who: machine;
      p = a == 1 && b == 2;
      p = a == 1 || b != 2 && a < b;
      p = a == 1 && who == this || b == 2 && who == null;
      p = a == b ==> b == a;
      p = a < b <==> b > a;
      p = p && a == 1 ==> q || b == 2 <==> a != b;
      p = !p && a == 1 || !q ==> !p;
      assert a == b || a < b || a > b, "trichotomy";
    }
  }
}
