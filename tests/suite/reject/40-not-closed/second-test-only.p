// Each test is judged on its own; only the open one is reported.
machine Server { start state Serve { } }
machine Client { start state Run { entry { new Server(); } } }

module Front = { Client };
test tcWhole [main=Client]: union Front, { Server };
test tcFront [main=Client]: Front;  //~ error: is not bound
