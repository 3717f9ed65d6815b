// Operators of one level group to the left, which shows where the operand types differ.
machine Chain {
  var flags: set[bool];
  var flagSets: set[set[bool]];
  var numbers: seq[int];
  start state Run {
    entry {
      var a, b: int;
      var ok: bool;
      ok = a == b == ok;
      ok = a != b == true != false;
      ok = a < b in flags;
      ok = a in numbers in flags;
      ok = a >= b in flags in flags;
      ok = numbers == numbers == ok;
      ok = flags in flagSets in flags;
      a = a - b - 1 + b - a;
      a = a / b * 2 % 3 / a;
      ok = ok ==> ok ==> ok <==> ok <==> ok;
    }
  }
}
