// Functions may call themselves and each other, before or after their declaration.
fun Even(n: int): bool {
  if (n == 0) { return true; }
  return Odd(n - 1);
}

fun Odd(n: int): bool {
  if (n == 0) return false;
  else return Even(n - 1);
}

machine Tree {
  var nodes: seq[(left: int, right: int)];
  start state Run { entry { assert Depth(0) == 0 || Odd(3); } }
  fun Depth(at: int): int {
    var l, r: int;
    if (at >= sizeof(nodes)) return 0;
    l = Depth(nodes[at].left);
    r = Depth(nodes[at].right);
    if (l > r) return l + 1;
    return r + 1;
  }
}
