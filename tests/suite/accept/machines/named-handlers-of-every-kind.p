// Entry, exit, do and with may name functions of the machine, and one function may serve all of them.
event eStep: int;
event eTurn;

machine Dancer {
  var moves: int;
  fun Count() { moves = moves + 1; }
  fun Move(n: int) { moves = moves + n; }
  start state Left {
    entry Count;
    exit Count;
    on eStep do Move;
    on eTurn goto Right with Count;
  }
  state Right {
    entry Move2;
    exit Count;
    on eStep goto Right with Move;
    on eTurn do Count;
  }
  fun Move2(x: any) { if (x == null) Count(); }
}
