// A slip in any language.
fun Test(n: int) {
  if (n = 1) { print "one"; }  //~ error: expected ')', found '=' //~ hint: compare with '=='
}
