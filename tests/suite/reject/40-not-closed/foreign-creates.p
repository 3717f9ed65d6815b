// The creates clause of a foreign function counts as a creation.
machine Server { start state Serve { } }

fun OpenServer(): machine creates Server;

machine Client {
  var server: machine;
  start state Run { entry { server = OpenServer(); } }
}

test tcClient [main=Client]: { Client };  //~ error: is not bound
