// 'format' takes no argument without placeholder.
fun Render(name: string, age: int): string {
  return format("{0}", name, age);  //~ error: 1 argument, found 2
}
event eRender;
