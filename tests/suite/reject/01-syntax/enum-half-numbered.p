// Either all elements of an enum are numbered or none is.
enum tPhase { PREPARE = 1, COMMIT }  //~ error: found '}'
event ePhase: int;
machine Follower {
  start state Idle { }
}
