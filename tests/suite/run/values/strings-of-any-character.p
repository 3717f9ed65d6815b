// Strings hold every character, and empty ones are strings too.
// verdict: holds
// states: 2
// transitions: 1
machine Main {
  start state Run {
    entry {
      var lengths: map[string, int];
      var few: set[string];
      lengths[""] = 0;
      lengths["naïve"] = 5;
      lengths["語"] = 1;
      lengths["a\0b"] = 3;
      lengths["a"] = 1;
      assert sizeof(lengths) == 5 && lengths["na" + "ïve"] == 5 && lengths["\u8a9e"] == 1;
      assert lengths["a\0b"] == 3 && "a\0b" != "a\0c" && format("{0}!", "a\0b") == "a\0b!";
      few += ("a\0b");
      assert format("{0}", few) == "(<a\0b>)";
    }
  }
}
