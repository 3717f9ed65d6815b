// '+', '*' and unary minus bind tighter than 'as' and 'to': the cast takes the whole sum.
machine Adder {
  var total: any;
  var mean: float;
  var n: int;
  start state Run {
    entry {
      var a, b: int;
      var x: float;
      total = a + b as any;
      total = a * b - 1 as any;
      total = -a as any;
      total = "a" + "b" as any;
      mean = a + b to float;
      mean = a - b % 2 to float;
      mean = -a * b to float;
      n = x + 1.5 to int;
      n = x / 2.0 - x to int;
    }
  }
}
