// A raise is found below a function with a result that is called in an expression.
event eTake: int;
event eShort;

machine Store {
  var stock: int;
  start state Open {
    on eTake goto Closed with (n: int) { stock = Rest(n); }  //~ error: may not raise an event or change state
  }
  state Closed { ignore eShort, eTake; }
  fun Rest(n: int): int { Check(n); return stock - n; }
  fun Check(n: int) { if (n > stock) raise eShort; }
}
