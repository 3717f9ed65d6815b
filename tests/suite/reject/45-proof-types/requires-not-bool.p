// The requires clause of a function must be a bool.
pure limit(): int;

fun Halve(n: int) return (half: int);
  requires n;  //~ error: expected bool, found int
  ensures half + half <= n;
