// The number of arguments follows from the largest placeholder, used ones or not.
fun Render(name: string, age: int): string {
  if (age > 18) return format("{1} {1}", name, age);
  return format("{0} {2}", name, age);  //~ error: 3 arguments, found 2
}
