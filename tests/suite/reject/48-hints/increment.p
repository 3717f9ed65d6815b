// A habit from C.
fun Count(n: int) {
  n++;  //~ error: found '+' //~ hint: there is no '++' or '--'
}
