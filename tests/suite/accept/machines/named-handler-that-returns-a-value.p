// A named handler may have a return type; the value is dropped.
event eAdd: int;
event eNext;

machine Adder {
  var total: int;
  start state Sum {
    entry Zero;
    exit Zero;
    on eAdd do Add;
    on eNext goto Sum with Double;
  }
  fun Add(n: int): int { total = total + n; return total; }
  fun Double(): (int, bool) { total = total * 2; return (total, total > 9); }
  fun Zero(): string { total = 0; return "zero"; }
}
