// P has other loops.
fun Sum(s: set[int]) {
  for (x in s) { print "x"; }  //~ error: expected ';', found '{' //~ hint: there is no 'for'
}
