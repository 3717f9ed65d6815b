// 'keys' and 'values' give sequences of the right element type.
fun Split(ages: map[string, int]) {
  var names: seq[string];
  var years: set[int];
  names = keys(ages);
  names = values(ages);  //~ error: expected seq[string], found seq[int]
  years = values(ages);  //~ error: expected set[int], found seq[int]
}
