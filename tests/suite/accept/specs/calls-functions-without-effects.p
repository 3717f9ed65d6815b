// A spec may call its own functions, global functions without effects, and foreign functions.
param limit: int;
event eUse: (user: int, amount: int);

fun Max(a: int, b: int): int { if (a > b) return a; return b; }
fun Sum(xs: seq[int]): int {
  var x, total: int;
  foreach (x in xs) { total = total + x; }
  return Max(total, 0);
}
fun Weight(user: int): int;
fun Complain(n: int) { assert n < 100, "too many"; print "fine"; }

spec Fair observes eUse {
  var used: map[int, int];
  start state Watch { on eUse do Use; }
  fun Use(u: (user: int, amount: int)) {
    used[u.user] = Max(u.amount, Weight(u.user));
    Check(Sum(values(used)));
  }
  fun Check(n: int) { Complain(n); assert n <= limit; }
}
