// A function cannot have the name of a state declared before it.
event eRetry;
machine Client {
  start state Connect { on eRetry do { Dial(); } }
  fun Dial() { }
  fun Connect() { }  //~ error: 'Connect' is already declared
}
