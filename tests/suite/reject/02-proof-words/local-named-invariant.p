// 'invariant' cannot name a local variable.
fun Balance(deposits: int, withdrawals: int): int {
  var invariant: int;  //~ error: 'invariant' is a reserved word
  return deposits - withdrawals;
}
