// A placeholder that is not closed.
fun Render(n: int): string {
  return format("total {0", n);  //~ error: bad placeholder
}
event eRender: int;
