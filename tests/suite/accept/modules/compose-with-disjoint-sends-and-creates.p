// Modules compose when their bindings, sends and creates are disjoint.
event eRequest: machine;
event eResponse: int;

machine Server receives eRequest; sends eResponse; {
  start state Serve { on eRequest do (who: machine) { send who, eResponse, 1; } }
}
machine Client receives eResponse; sends eRequest; {
  start state Ask {
    entry { send new Server(), eRequest, this; }
    ignore eResponse;
  }
}
machine Driver receives; sends; {
  start state Run { entry { new Client(); } }
}

spec Answered observes eResponse { start state S { ignore eResponse; } }

module Pair = compose { Client }, { Server };
module All = compose { Client }, (assert Answered in { Server }), { Driver };
test tcAll [main=Driver]: All;
test tcPair [main=Driver]: compose Pair, { Driver };
test tcMixed [main=Driver]: union (compose { Client }, { Server }), { Driver };
