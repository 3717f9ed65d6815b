// A placeholder has no format specifier.
fun Render(n: int): string {
  return format("total {0:x8}", n);  //~ error: bad placeholder
}
event eRender: int;
