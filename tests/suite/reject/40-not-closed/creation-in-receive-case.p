// A creation inside a receive case counts.
event eGo;

machine Server { start state Serve { } }
machine Client {
  start state Run {
    entry { receive { case eGo: { new Server(); } } }
  }
}

test tcClient [main=Client]: { Client };  //~ error: is not bound
