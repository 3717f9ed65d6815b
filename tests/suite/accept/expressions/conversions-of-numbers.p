// 'to' converts between int and float and from an enum to int; identities are allowed.
enum tLevel { LOW = 1, HIGH = 5 }
type tCount = int;
machine Converter {
  var level: tLevel;
  var count: tCount;
  var levels: seq[tLevel];
  start state Run {
    entry {
      var n: int;
      var x: float;
      x = n to float;
      n = x to int;
      n = n to int;
      x = x to float;
      n = level to int;
      n = HIGH to int + (LOW to int);
      n = levels[0] to int;
      x = count to float;
      count = 1.5 to int;
      x = level to int to float;
      n = 3 to float to int to tCount;
    }
  }
}
