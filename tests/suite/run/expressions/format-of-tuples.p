// Tuples are shown in angle brackets, named ones with their names.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Expect(text: string, wanted: string) { assert text == wanted, format("'{0}', not '{1}'", text, wanted); }
  start state Run {
    entry {
      Expect(format("{0}", (1, 2)), "<1,2,>");
      Expect(format("{0}", (true,)), "<True,>");
      Expect(format("{0}", (a = 1, b = "x")), "<a:1, b:x, >");
      Expect(format("{0}", ((1, 2), (a = 3,))), "<<1,2,>,<a:3, >,>");
    }
  }
}
