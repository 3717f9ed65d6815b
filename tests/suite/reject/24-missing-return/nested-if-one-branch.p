// Both branches of every if must return, also of a nested one.
fun Fee(amount: int, member: bool): int {  //~ error: not every path returns a value
  if (amount > 100) {
    if (member) { return 0; }
    else { print "no rebate"; }
  } else {
    return 5;
  }
}
