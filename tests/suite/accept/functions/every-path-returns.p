// Blocks, both branches of an if, and assert false count as returning; loops and later statements do not matter.
fun Sign(n: int): int {
  if (n < 0) { return -1; } else if (n > 0) { print "positive"; return 1; } else return 0;
}
fun Never(s: string): machine { assert false, s; }
fun Nested(c: bool): string {
  { { if (c) { return "yes"; } else { assert false; } } }
}
fun Early(n: int): int {
  return n;
  n = n + 1;
  while (true) { n = n - 1; }
}
fun Search(xs: seq[int], x: int): int {
  var i: int;
  while (true) {
    if (i == sizeof(xs)) { break; }
    if (xs[i] == x) { return i; }
    i = i + 1;
  }
  return -1;
}
fun Both(a: bool, b: bool): bool {
  if (a) { if (b) return true; else return false; }
  else { ; return b; ; }
}
