// '!' is for bool, and binds tighter than 'in' and '=='.
fun Empty(count: int, members: set[int]): bool {
  if (!count) return true;  //~ error: int
  if (!count in members) return true;  //~ error: int
  return !(count in members);
}
