// The rule holds for functions of machines and of specs; each is reported.
event eSell: int;

machine Shop {
  var stock: int;
  start state Open {
    on eSell do (n: int) { if (Enough(n)) stock = stock - n; }
  }
  fun Enough(n: int): bool {  //~ error: not every path returns a value
    if (n <= stock) return true;
  }
}

spec Sales observes eSell {
  var best: int;
  start state Count {
    on eSell do (n: int) { best = Larger(n, best); }
  }
  fun Larger(a: int, b: int): int {  //~ error: not every path returns a value
    if (a > b) { return a; } else { best = b; }
  }
}
