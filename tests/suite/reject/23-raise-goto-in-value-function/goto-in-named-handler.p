// A named handler may have a result, but then it must not change the state.
event eStop;

machine Engine {
  start state Running {
    on eStop do Shutdown;
  }
  state Stopped { }
  fun Shutdown(): bool {
    goto Stopped;  //~ error: 'goto' in a function that returns a value
  }
}
