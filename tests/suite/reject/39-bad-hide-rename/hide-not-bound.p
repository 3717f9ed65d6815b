// An interface that the module does not bind cannot be hidden.
machine Server { start state Serve { } }
machine Client { start state Run { entry { new Server(); } } }

module Private = hidei Server in { Client };  //~ error: cannot hide 'Server'
