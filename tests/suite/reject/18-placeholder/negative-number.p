// The number of a placeholder has no sign.
fun Render(n: int): string {
  return format("total {-1}", n);  //~ error: bad placeholder
}
event eRender: int;
