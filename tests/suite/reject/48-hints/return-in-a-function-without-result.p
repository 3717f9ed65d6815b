// Handlers and functions without result return nothing.
fun Nothing() {
  return 3;  //~ error: expected null, found int //~ hint: this function returns nothing
}
