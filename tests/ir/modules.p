// What tests close over: bindings, renamed links, monitors, parameters.
event ePing;
event ePong: int;
param rounds: int;
param slow: bool;

interface Peer(machine) receives ePing;
interface Partner(machine) receives ePing;

machine Echo {
  start state S { entry (m: machine) { send m, ePong, rounds; } ignore ePing, ePong; }
}
machine Starter {
  start state S { entry { var p: Peer; p = new Peer(this); if (slow) send p, ePing; } ignore ePong; }
}
spec Calm observes ePong { start state S { ignore ePong; } }
scenario Seen observes ePing { start state S { on ePing goto Done; } cold state Done { ignore ePing; } }

module Echoes = { Echo -> Peer };
test tcPlain [main=Starter]: union (assert Calm in Echoes), { Starter };
test tcRenamed [main=Starter]: rename Peer to Partner in (union Echoes, { Starter });
test param (rounds in [1, 2, 3], slow in [true, false]) assume (rounds > 1 || slow) tcAll [main=Starter]:
  union Echoes, { Starter };
test param (rounds in [1, -2], slow in [true, false]) (1 wise) tcWise [main=Starter]: union Echoes, { Starter };
implementation impl: union Echoes, { Starter };
