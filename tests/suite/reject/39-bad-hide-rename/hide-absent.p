// An interface that is neither created nor bound cannot be hidden.
machine Server { start state Serve { } }
machine Client { start state Run { entry { new Server(); } } }
machine Bystander { start state Run { } }

module System = { Server, Client };
module Private = hidei Bystander in System;  //~ error: cannot hide 'Bystander'
