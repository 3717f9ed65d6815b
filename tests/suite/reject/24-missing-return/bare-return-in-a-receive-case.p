// A case of receive cannot return for a function that owes a value.
event eAnswer: int;
event eNever;
fun Wait(): int {
  var got: int;
  receive {
    case eAnswer: (n: int) { got = n; }
    case eNever: { return; }  //~ error: expected int, found null
  }
  return got;
}
