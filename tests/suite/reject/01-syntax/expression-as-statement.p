// Only calls and `new` are statements.
fun Two(): int { return 2; }
fun Run() {
  Two() + 1;  //~ error: expected ';' after the call: only calls and 'new' are statements
}
