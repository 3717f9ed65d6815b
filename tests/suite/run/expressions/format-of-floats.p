// A float becomes the shortest text that stands for it.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  fun Expect(text: string, wanted: string) { assert text == wanted, format("'{0}', not '{1}'", text, wanted); }
  start state Run {
    entry {
      Expect(format("{0} {1}", 1.5, -0.25), "1.5 -0.25");
      Expect(format("{0} {1}", 1.0, 0.0), "1 0");
      Expect(format("{0}", 0.1 + 0.2), "0.30000000000000004");
      Expect(format("{0} {1}", 10.0, 100.0), "10 100");
      Expect(format("{0}", 12345.0), "12345");
    }
  }
}
