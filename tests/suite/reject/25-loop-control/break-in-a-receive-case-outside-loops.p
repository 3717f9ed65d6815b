// A case of receive is no loop.
event eAnswer;
fun Wait() {
  receive {
    case eAnswer: { break; }  //~ error: 'break' outside a loop
  }
}
