// Each value of an open result can be what a failure needs.
// verdict tc___which_0: violated: assertion @32 true
// verdict tc___which_1: violated: assertion @33 element
// verdict tc___which_2: violated: assertion @34 int
// verdict tc___which_3: violated: assertion @35 string
// verdict tc___which_4: violated: assertion @36 tuple
// verdict tc___which_5: violated: assertion @37 set
// verdict tc___which_6: violated: assertion @38 map
// verdict tc___which_7: violated: assertion @39 event
// verdict tc___which_8: violated: assertion @40 other
// verdict tc___which_9: violated: assertion @41 float
param which: int;
event eA;
event eB;
enum tColor { RED = 7, GREEN = 3 }
fun Flag(): bool;
fun Color(): tColor;
fun Count(): int;
fun Word(): string;
fun Pair(): (a: int, b: tColor);
fun Few(): set[int];
fun Table(): map[int, bool];
fun Event(): event;
fun Pick(m: machine, n: int): machine;
fun Real(): float;
machine Main {
  var few: set[int];
  var table: map[int, bool];
  var pair: (a: int, b: tColor);
  start state Run { entry {
    var child: machine;
    if (which == 0) assert !Flag(), "true";
    if (which == 1) assert Color() == RED, "element";
    if (which == 2) assert Count() != 2, "int";
    if (which == 3) assert Word() != "2", "string";
    if (which == 4) { pair = Pair(); assert pair != (a = 2, b = GREEN), "tuple"; }
    if (which == 5) { few = Few(); assert !(2 in few), "set"; }
    if (which == 6) { table = Table(); assert !(1 in table) || !table[1], "map"; }
    if (which == 7) assert Event() == eA, "event";
    if (which == 8) { child = new Child(); assert Pick(child, 1) == this, "other"; }
    if (which == 9) assert Real() < 2.0, "float";
  } }
}
machine Child { start state S { ignore eA, eB; } }
test param (which in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) tc [main=Main]: { Main, Child };
