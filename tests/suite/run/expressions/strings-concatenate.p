// `+` joins strings; the result equals the same text written otherwise.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var text: string;
      var i: int;
      while (i < 3) { text = text + "ab"; i = i + 1; }
      assert text == "ababab" && text + "" == "" + text;
      assert "tab\tand \"quote\" and \\" == "tab" + "\t" + "and " + "\"quote\"" + " and \\";
      assert "a" + "\n" + "b" == "a
b";
    }
  }
}
