// A case of receive is a function of its own without result.
event eAnswer: int;
fun Wait(): int {
  receive {
    case eAnswer: (n: int) { return n; }  //~ error: expected null, found int
  }
}
