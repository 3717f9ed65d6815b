// 2147483647 is the largest literal; larger values come from arithmetic.
enum tLimit { SMALLEST = 0, LARGEST = 2147483647 }
machine Counter {
  var n: int;
  start state Ready {
    entry {
      n = 2147483647;
      n = -2147483647 - 1;
      n = 2147483647 * 2147483647;
      n = choose(10000);
      assert LARGEST to int == 2147483647;
    }
  }
}
