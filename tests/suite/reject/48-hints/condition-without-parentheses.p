// A habit from Go.
fun Test(n: int) {
  if n == 1 { print "one"; }  //~ error: expected '(', found 'n' //~ hint: put the condition in parentheses
}
