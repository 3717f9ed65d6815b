// A function without result type cannot return a value.
fun Log(text: string) {
  print text;
  return 3;  //~ error: found int
}
