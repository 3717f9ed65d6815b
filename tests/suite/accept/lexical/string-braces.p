// Doubled braces in a string literal stand for single ones and are no placeholders.
machine Writer {
  var text: string;
  start state Ready {
    entry {
      text = "{{";
      text = "}}";
      text = "{{}}" + "}}{{";
      text = "{{0}} is no placeholder";
      text = "set {{1, 2, {{3}}}}";
      text = format("{{{0}}}", 3);
      text = format("{{}}{0}{{{1}}}", text, 4);
      assert text != "", "an empty {{text}}";
    }
  }
}
