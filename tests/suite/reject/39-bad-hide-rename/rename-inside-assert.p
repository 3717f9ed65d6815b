// A bad rename is found inside an assert.
event eTick;

machine Timer { start state Run { entry { send this, eTick; } ignore eTick; } }
machine Clock { start state Run { ignore eTick; } }

spec Ticks observes eTick { start state Watch { ignore eTick; } }

test tcTick [main=Timer]:
  assert Ticks in
    (rename Timer to Clock in { Timer, Clock });  //~ error: cannot rename 'Timer' to 'Clock'
