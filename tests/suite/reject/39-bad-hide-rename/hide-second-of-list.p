// Every interface of the list must be hideable.
machine Server { start state Serve { } }
machine Timer { start state Run { } }
machine Client { start state Run { entry { new Server(); } } }

module Private = hidei Server, Timer in { Server, Timer, Client };  //~ error: cannot hide 'Timer'
