// Arguments must fit the parameters.
fun Repeat(text: string, times: int): string {
  return text;
}
fun Greet(): string {
  return Repeat("hello",
    "twice");  //~ error: expected int, found string
}
