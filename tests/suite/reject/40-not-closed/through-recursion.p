// A creation is found in global functions that call each other.
machine Server { start state Serve { } }

fun SpawnEven(n: int) { if (n > 0) SpawnOdd(n - 1); }
fun SpawnOdd(n: int) { new Server(); SpawnEven(n - 1); }

machine Client { start state Run { entry { SpawnEven(8); } } }

test tcClient [main=Client]: { Client };  //~ error: is not bound
