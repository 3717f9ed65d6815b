// The next state closes the one before it.
event eGo;
machine Walker {
  start state First {
    on eGo goto Second;
  state Second {  //~ error: expected '}', found 'state'
    on eGo goto First;
  }
}
machine Other { start state S { } }
