// One proof declaration of any kind makes the proof operators available in the whole program.
event eTick;
pure world(): set[machine];
machine Clock {
  var ticks: int; var twin: Clock;
  start state Run {
    on eTick do {
      assume twin.ticks >= 0;
      assert this is Run ==> this in world();
      ticks = twin.ticks + 1;
    }
  }
}
