// A declaration has no initialiser.
fun Zero() {
  var zero: int = 0;  //~ error: expected ';', found '=' //~ hint: a declaration has no initialiser
}
