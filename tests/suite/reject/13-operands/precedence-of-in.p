// 'in' binds weaker than '+', so a sum stands on its left.
fun Known(name: string, count: int, members: set[int]): bool {
  return count + name in members;  //~ error: operator '+' does not apply to int and string
}
event eKnown;
