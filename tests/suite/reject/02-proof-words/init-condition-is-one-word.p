// 'init-condition' is one word, so names with a '-' between them need blanks.
fun Less(init: int, condition: int): int {
  return init-condition;  //~ error: expected an expression
}
