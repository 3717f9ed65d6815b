// A placeholder cannot be empty.
fun Render(n: int): string {
  return format("total {}", n);  //~ error: bad placeholder
}
event eRender: int;
