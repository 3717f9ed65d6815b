// The grammar has float(a, b), but no P tool can compile it.
fun Half(): float {
  return float(5, 1);  //~ error: expected an expression
}
