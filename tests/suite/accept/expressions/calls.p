// Calls nest, recurse, take narrower arguments and may be used wherever a value is.
fun Gcd(a: int, b: int): int { if (b == 0) return a; return Gcd(b, a % b); }
fun Even(n: int): bool { if (n == 0) return true; return Odd(n - 1); }
fun Odd(n: int): bool { if (n == 0) return false; return Even(n - 1); }
fun Box(content: any): (content: any) { return (content = content,); }
fun Count(things: seq[any], facts: map[any, data]): int { return sizeof(things) + sizeof(facts); }
fun Nothing() { }
machine Caller {
  var n: int;
  start state Run {
    entry {
      var ok: bool;
      n = Gcd(Gcd(12, 18), Gcd(n, Twice(4)));
      ok = Even(n) && !Odd(n + 1);
      n = Box(this).content as int + (Box((1, 2)).content as (int, int)).0;
      n = Count(default(seq[int]), default(map[int, string]));
      n = -Twice(n) * Twice(Twice(n));
      Nothing();
    }
  }
  fun Twice(n: int): int { return n + n; }
}
