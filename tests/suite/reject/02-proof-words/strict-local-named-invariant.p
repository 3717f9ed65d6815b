// 'invariant' cannot name a local variable.
// flags: --strict-p
fun Balance(deposits: int, withdrawals: int): int {
  var invariant: int;  //~ error: 'invariant' is a reserved word
  return deposits - withdrawals;
}
