// The variable of 'foreach' has exactly the element type; a wider one is not enough.
fun Walk(numbers: seq[int], words: set[string]) {
  var n: int;
  var item: any;
  foreach (n in words) { print "next"; }  //~ error: int
  foreach (item in numbers) { print "next"; }  //~ error: any
}
