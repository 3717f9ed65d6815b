// Hiding events is not supported inside a larger module expression either.
event eGet;
event ePut;

machine Server { start state Serve { ignore eGet, ePut; } }
machine Client { start state Run { entry { new Server(); } } }

test tcAll [main=Client]:
  union { Client },
        (hidee eGet, ePut in { Server });  //~ error: 'hidee' is not supported
