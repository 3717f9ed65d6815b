// += inserts; it does not add.
fun Add(n: int) {
  n += 1;  //~ error: expected '(', found '1' //~ hint: write x = x + 1 to add
}
