// A global function cannot be an exit function.
event eLeave;

fun Farewell() { print "goodbye"; }

machine Host {
  start state Open {
    exit Farewell;  //~ error: 'Farewell' is not a function of this machine
    on eLeave goto Closed;
  }
  state Closed { }
}
