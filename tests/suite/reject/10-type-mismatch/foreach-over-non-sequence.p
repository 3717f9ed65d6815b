// 'foreach' runs over sequences and sets, not over maps.
fun Walk(names: map[int, string], limit: int) {
  var n: int;
  foreach (n in names) { print "next"; }  //~ error: needs a seq or set, found map[
  foreach (n in limit) { print "next"; }  //~ error: needs a seq or set, found int
}
