// A creation is found through calls of global functions.
machine Server { start state Serve { } }

fun Setup(n: int) { if (n > 0) Boot(); }
fun Boot() { new Server(); }

machine Client { start state Run { entry { Setup(1); } } }

test tcClient [main=Client]: { Client };  //~ error: is not bound
