// A bad hide is found inside the module expression of a test.
machine Server { start state Serve { } }
machine Client { start state Run { entry { new Server(); } } }

test tcAll [main=Client]:
  union { Server },
        (hidei Server in { Client });  //~ error: cannot hide 'Server'
