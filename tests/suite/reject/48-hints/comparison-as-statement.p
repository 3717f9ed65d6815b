// The slip the other way round.
fun Set(n: int) {
  n == 1;  //~ error: found '==' //~ hint: assign with '='
}
