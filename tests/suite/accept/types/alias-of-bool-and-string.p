// An alias of a basic type is that type for conditions, messages, arithmetic and indices.
type tFlag = bool;
type tText = string;
type tIndex = int;
type tRatio = float;
machine User {
  var flag: tFlag; var text: tText; var i: tIndex; var x: tRatio; var rows: seq[string];
  start state Run {
    entry {
      if (flag) print text;
      while (!flag && i < 3) i = i + 1;
      assert flag || $, text;
      text = rows[i] + text;
      rows += (i, text);
      rows -= i;
      x = -x * 2.0 + (i to tRatio);
      i = choose(i) % 5;
      flag = text < "z" && x >= 0.5;
    }
  }
}
