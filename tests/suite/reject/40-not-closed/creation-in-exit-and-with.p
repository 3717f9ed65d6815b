// A creation in an exit or transition function counts.
event eGo;

machine Server { start state Serve { } }
machine Client {
  start state Run {
    on eGo goto Done with { new Server(); }
    exit { new Server(); }
  }
  state Done { }
}

test tcClient [main=Client]: { Client };  //~ error: is not bound
