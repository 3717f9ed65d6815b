// Only 'foreach' takes invariants; after 'while' the word would be a variable.
fun Count(n: int) {
  while (n > 0)
    invariant n > 0;  //~ error: expected a statement
}
