// An interface that is created and bound in a module may be hidden, several at once too.
event eGet: machine;
event eGot: int;
interface Index(int) receives eGet;

machine Cache { start state Run { on eGet do (who: machine) { send who, eGot, 1; } } }
machine Tree { start state Run { entry (depth: int) { } ignore eGet; } }
machine Front {
  start state Run {
    entry { send new Cache(), eGet, this; send new Index(2), eGet, this; }
    ignore eGot;
  }
}
machine Driver { start state Run { entry { new Front(); } } }
spec Gets observes eGet { start state S { ignore eGet; } }

module Open = { Front, Cache, Tree -> Index };
module One = hidei Cache in Open;
module Both = hidei Cache, Index in Open;
test tcOne [main=Driver]: union One, { Driver };
test tcBoth [main=Driver]: assert Gets in (union Both, { Driver });
