// Before the loop begins a continue is outside of it.
fun CountEven(numbers: set[int]): int {
  var n: int;
  var even: int;
  if (sizeof(numbers) == 0)
    continue;  //~ error: 'continue' outside a loop
  foreach (n in numbers) {
    if (n % 2 == 1) continue;
    even = even + 1;
  }
  return even;
}
