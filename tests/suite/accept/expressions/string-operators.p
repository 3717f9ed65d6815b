// Strings are concatenated by '+' and ordered by '<', '>', '<=' and '>='.
type tName = string;
machine Speller {
  var name: tName;
  var words: seq[string];
  start state Run {
    entry {
      var ok: bool;
      name = "a" + "b" + name;
      name = name + words[0] + format("{0}", 3) + "";
      ok = "abc" < "abd";
      ok = name >= words[0] && name + "x" > name;
      ok = name <= "z" || words[0] == name;
      ok = "a" + "b" != "ab";
    }
  }
}
