// 'requires' cannot name a function.
// flags: --strict-p
fun requires(n: int): bool;  //~ error: 'requires' is a reserved word
fun Allows(n: int): bool {
  return n > 0;
}
