// Every expression form, and the order in which operands are read.
enum tColor { RED = 2, BLUE = 1 }
event eSeen: (tColor, int);
param size: int;
interface Sink() receives eSeen;

machine Looker receives eSeen, halt; sends eSeen; {
  var field: int;
  var marks: map[string, float];
  var other: machine;

  start state Look {
    entry {
      var c: tColor;
      var f: float;
      var t: (int, (a: bool, b: string));
      var sink: Sink;
      c = BLUE;
      f = 1.5 * .25 - (field to float) / 2.0;
      field = (f to int) % 3 + (c to int);
      field = field + Bump();
      t = (-field, (a = !($ || $$), b = "x" + "y"));
      t.1.a = t.0 >= field && t.1.b < "z";
      f = marks["k"];
      field = sizeof(marks) - sizeof(keys(marks)) * size;
      other = sink as machine;
      sink = other to Sink;
      send sink, eSeen, c, field;
      if (other == null || c != RED) print format("{0} {{}} {1}", c, values(marks));
      c = choose(default(set[tColor]));
    }
    on eSeen do (p: (tColor, int)) { field = p.1; }
  }

  fun Bump(): int { field = field + 1; return field; }
}
