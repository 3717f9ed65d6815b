// A name that is missing is reported once in a function.
fun Twice(count: int): int {
  count = coutn + coutn;  //~ error: no variable named 'coutn' //~ hint: did you mean 'count'?
  return coutn;
}
fun Again(count: int): int {
  return coutn + count;  //~ error: no variable named 'coutn'
}
