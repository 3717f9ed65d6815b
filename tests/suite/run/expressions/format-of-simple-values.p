// Numbers, truth values, strings, events, enums and null as text.
// verdict: holds
// states: 2
// transitions: 1
event eJob: int;
enum tColor { RED = 7, GREEN = 3 }
machine Main {
  fun Expect(text: string, wanted: string) { assert text == wanted, format("'{0}', not '{1}'", text, wanted); }
  start state Run {
    entry {
      var nothing: any;
      Expect(format("{0} {1} {2}", 0, -17, 2147483647), "0 -17 2147483647");
      Expect(format("{0} {1}", true, false), "True False");
      Expect(format("[{0}]", "a \"b\""), "[a \"b\"]");
      Expect(format("{0} {1}", eJob, halt), "eJob halt");
      Expect(format("{0}", GREEN), "3");
      Expect(format("[{0}]", nothing), "[]");
      Expect(format("{1}{0}{1}", 1, 2), "212");
      Expect(format("{{{0}}} {{0}}", 5), "{{5}} {{0}}");
      Expect(format("100%s %d"), "100%s %d");
    }
  }
}
