// An undeclared type of a local variable.
fun Twice(n: int): int {
  var doubled: integer;  //~ error: no type named 'integer'
  doubled = n * 2;
  return doubled;
}
