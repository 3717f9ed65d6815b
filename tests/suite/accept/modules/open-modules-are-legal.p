// A module need not be closed, or used; only tests and implementations must be closed.
event eAsk;
interface Oracle() receives eAsk;
interface Missing() receives;

machine Client { start state S { entry { send new Oracle(), eAsk; } } }
machine Lost { start state S { entry { new Missing(); } } }
machine Sage { start state S { ignore eAsk; } }

module Open = { Client };
module Hopeless = { Lost };
module Closed = union Open, { Sage -> Oracle };
test tcClosed [main=Client]: Closed;
