// The next declaration closes the machine before it.
event eGo;
machine Walker {
  start state First { on eGo do { } }
machine Other { start state S { } }  //~ error: expected '}', found 'machine'
event eStop;
