// A cast of a collection needs related element types.
fun Reinterpret(mixed: seq[any], log: seq[int]) {
  var words: seq[string];
  var members: set[int];
  words = mixed as seq[string];
  words = log as seq[string];  //~ error: cannot cast seq[int] to seq[string]
  members = log as set[int];  //~ error: cannot cast seq[int] to set[int]
}
