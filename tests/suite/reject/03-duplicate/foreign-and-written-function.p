// A foreign function and one with a body share one name space.
fun Hash(text: string): int;
fun Length(text: string): int;
fun Hash(text: string): int {  //~ error: 'Hash' is already declared
  return 0;
}
