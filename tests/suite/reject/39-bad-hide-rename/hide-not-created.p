// An interface that the module never creates cannot be hidden.
machine Server { start state Serve { } }
machine Client { start state Run { } }

module Private = hidei Server in { Server, Client };  //~ error: cannot hide 'Server'
