// The module after assert in may be a union without parentheses, and an assert may be a part of a union.
event ePing;
event ePong;
machine Pinger { start state S { entry { send new Ponger(this), ePing; } ignore ePong; } }
machine Ponger {
  var who: machine;
  start state S { entry (w: machine) { who = w; } on ePing do { send who, ePong; } }
}
spec Pings observes ePing { start state S { ignore ePing; } }
spec Pongs observes ePong { start state S { ignore ePong; } }

test tcWhole [main=Pinger]: assert Pings in union { Pinger }, { Ponger };
test tcParts [main=Pinger]: union (assert Pings in { Pinger }), (assert Pongs in { Ponger });
test tcFirst [main=Pinger]: union assert Pings in { Pinger }, { Ponger };
test tcBoth [main=Pinger]: assert Pongs in (union (assert Pings in { Pinger }), { Ponger });
