// Only the sends of the module inside the assert count, not those of its neighbours.
event ePing;
event ePong;

machine Pinger sends ePing; {
  start state Run { entry { var peer: machine; peer = new Ponger(); send peer, ePing; } }
}
machine Ponger sends ePong; {
  start state Run { on ePing do { send this, ePong; } ignore ePong; }
}

spec Pongs observes ePong { start state Watch { ignore ePong; } }

test tcRally [main=Pinger]:
  union { Ponger },
        (assert Pongs in { Pinger });  //~ error: which the module never sends
