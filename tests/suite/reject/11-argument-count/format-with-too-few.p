// 'format' needs one argument for each placeholder.
fun Render(name: string, age: int): string {
  return format("{0} is {1} years old", name);  //~ error: 2 arguments, found 1
}
event eRender;
