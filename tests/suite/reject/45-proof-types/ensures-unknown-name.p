// The ensures clause of a function sees its parameters and its result only.
pure limit(): int;

fun Halve(n: int) return (half: int);
  requires n > limit();
  ensures half + rest == n;  //~ error: no variable named 'rest'
