// A missing semicolon is missed where it belongs.
fun Say(n: int) {
  n = 1  //~ error: expected ';', found 'print'

  print "said";
}
