// A named tuple with other names is taken as it is; reading or writing a field that it does not have is an error, and so
// is a tuple without names in its place, or the other way round, inside a collection.
// verdict tc___pair_0: holds
// states tc___pair_0: 2
// transitions tc___pair_0: 1
// verdict tc___pair_1: violated: cast @22 (a=1, b=2) has no field 'c'
// verdict tc___pair_2: violated: cast @23 (a=1, b=2) has no field 'c'
// verdict tc___pair_3: violated: cast @26 (1, 2) has no field 'a'
// verdict tc___pair_4: violated: cast @30 (a=1, b=2) has no field 1
param pair: int;
machine Main {
  fun Hide(x: any): any { return x; }
  start state Run {
    entry {
      var t: (c: int, b: int);
      var plain: seq[(int, int)];
      var named: seq[(a: int, b: int)];
      plain += (0, (1, 2));
      named += (0, (a = 1, b = 2));
      t = Hide((a = 1, b = 2)) as (c: int, b: int);
      assert t.b == 2;
      if (pair == 1) t.b = t.c;
      if (pair == 2) t.c = 1;
      if (pair == 3) {
        named = Hide(plain) as seq[(a: int, b: int)];
        t.b = named[0].a;
      }
      if (pair == 4) {
        plain = Hide(named) as seq[(int, int)];
        t.b = plain[0].1;
      }
    }
  }
}
test param (pair in [0, 1, 2, 3, 4]) tc [main=Main]: { Main };
