// A spec needs an observed event and a start state.
event eTick;

spec Nothing observes eTick {
  start state Watch { ignore eTick; }
}
