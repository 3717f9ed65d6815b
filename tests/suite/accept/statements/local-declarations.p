// All locals come first; they may shadow fields, events, enum elements and share a function's name.
enum tColor { RED, GREEN }
event ePaint: tColor;
fun Mix(a: int): int { return a; }
machine Painter {
  var count: string;
  start state Run {
    entry {
      var a, b, c: int;
      var count: int; var RED, ePaint: bool;
      var Mix: int;
      var pair, other: (int, seq[string]);
      count = a + b + c;
      RED = ePaint || count == 1;
      Mix = Mix(Mix) + Mix(pair.0);
      other = pair;
    }
    on ePaint do (GREEN: tColor) { var a: int; if (GREEN == RED) count = "red"; }
  }
}
