// Maps fit by key type and value type.
fun Merge(byId: map[int, string], byName: map[string, int]) {
  var target: map[int, int];
  target = byId;  //~ error: found map[
  target = byName;  //~ error: found map[
  target = default(seq[int]);  //~ error: found seq[int]
}
