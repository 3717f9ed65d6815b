// A function that calls itself has its own parameters and locals in every call.
// verdict: holds
// transitions: 1
// states: 2
fun Power(base: int, exponent: int): int {
  var half: int;
  if (exponent == 0) return 1;
  half = Power(base, exponent / 2);
  if (exponent % 2 == 0) return half * half;
  return half * half * base;
}
fun Fib(n: int): int {
  var a: int;
  var b: int;
  if (n < 2) return n;
  a = Fib(n - 1);
  b = Fib(n - 2);
  return a + b;
}
machine Main {
  start state Run {
    entry {
      assert Power(3, 13) == 1594323 && Power(2, 40) == 1048576 * 1048576;
      assert Fib(15) == 610;
    }
  }
}
