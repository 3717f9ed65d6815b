// Values of unrelated plain types cannot be compared.
fun Check(n: int, name: string, open: bool): bool {
  if (n == open) return true;  //~ error: cannot compare int with bool
  if (name != n) return true;  //~ error: cannot compare string with int
  return open == "yes";  //~ error: cannot compare bool with string
}
