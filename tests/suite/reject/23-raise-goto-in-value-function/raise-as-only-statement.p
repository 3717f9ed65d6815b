// A raise ends every path, so it is the only mistake of this function.
event eEmpty;

machine Stack {
  var items: seq[int];
  start state Run {
    entry { items += (0, Pop()); }
    ignore eEmpty;
  }
  fun Pop(): int {
    raise eEmpty;  //~ error: 'raise' in a function that returns a value
  }
}
