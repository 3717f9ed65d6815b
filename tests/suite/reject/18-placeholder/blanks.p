// No blanks stand around the number of a placeholder.
fun Render(n: int): string {
  return format("total { 0 }", n);  //~ error: bad placeholder
}
event eRender: int;
