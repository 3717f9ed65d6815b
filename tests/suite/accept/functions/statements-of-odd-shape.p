// Empty statements and blocks are statements, and an else belongs to the nearest if.
fun Odd(a: bool, b: bool): int {
  var i: int;
  ;
  { }
  { ; { } ; }
  if (a) ; else ;
  if (a) { } else { }
  if (a)
    if (b) i = 1;
    else i = 2;
  if (a) if (b) ; else i = 3; else i = 4;
  while (false) ;
  while (i > 0) if (b) i = i - 1; else break;
  while (b) { while (a) { break; } continue; }
  if ((a)) { Void2((i)); }
  return ((i));
}
fun Void2(n: int) { }
