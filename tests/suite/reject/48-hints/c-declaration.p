// Declarations start with var.
fun Zero() {
  int zero = 0;  //~ error: expected a statement, found 'int' //~ hint: declare variables at the start
}
