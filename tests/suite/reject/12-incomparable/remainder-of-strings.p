// '%' is for numbers of one kind.
fun Rest(name: string, n: int, mean: float): int {
  name = name % "x";  //~ error: operator '%' does not apply to string and string
  mean = mean % n;  //~ error: operator '%' does not apply to float and int
  return n % true;  //~ error: operator '%' does not apply to int and bool
}
