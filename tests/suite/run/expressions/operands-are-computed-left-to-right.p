// Operands, arguments, tuple fields, indices and keys are computed in the order they are written.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  var log: string;
  fun Tick(n: int): int { log = log + format("{0}", n); return n; }
  fun Expect(wanted: string) { assert log == wanted, format("{0}, not {1}", log, wanted); log = ""; }
  fun Minus(a: int, b: int): int { return a - b; }
  start state Run {
    entry {
      var n: int;
      var pair: (int, int);
      var list: seq[int];
      var table: map[int, int];
      var ok: bool;
      n = Tick(1) + Tick(2) * Tick(3);
      Expect("123");
      ok = Tick(1) > Tick(2);
      Expect("12");
      ok = Tick(1) >= Tick(2);
      Expect("12");
      ok = Tick(2) != Tick(1);
      Expect("21");
      pair = (Tick(1), Tick(2));
      Expect("12");
      n = Minus(Tick(1), Minus(Tick(2), Tick(3)));
      Expect("123");
      list += (Tick(0), Tick(5));
      Expect("05");
      list[Tick(0)] = Tick(7);
      Expect("07");
      table[Tick(1)] = Tick(2);
      Expect("12");
      table += (Tick(3), Tick(4));
      Expect("34");
      ok = Tick(1) in list;
      Expect("1");
      assert format("{1}{0}", Tick(1), Tick(2)) == "21";
      Expect("12");
    }
  }
}
