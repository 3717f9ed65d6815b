// 'choose' gives a bool, an int, an element or a key.
fun Pick(names: map[string, int], log: seq[bool]) {
  var n: int;
  n = choose();  //~ error: expected int, found bool
  n = choose(names);  //~ error: expected int, found string
  n = choose(log);  //~ error: expected int, found bool
  n = choose(5);
}
