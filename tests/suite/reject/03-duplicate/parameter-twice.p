// Two parameters of a function cannot share a name.
fun Transfer(amount: int, source: machine, amount: int): int {  //~ error: 'amount' is already declared
  return 0;
}
event eTransfer: int;
