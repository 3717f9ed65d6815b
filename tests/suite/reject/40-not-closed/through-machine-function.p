// A creation in a function of the machine counts, even if nobody calls it.
machine Server { start state Serve { } }

machine Client {
  start state Run { entry { print "alone"; } }
  fun Connect(): machine { return new Server(); }
}

test tcClient [main=Client]: { Client };  //~ error: is not bound
