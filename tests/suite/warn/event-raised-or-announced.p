// Raising and announcing an event count as sending it.
event eRaised;
event eAnnounced;
event eNothing;  //~ warning: event 'eNothing' is never sent

machine Speaker {
  start state Run {
    entry { announce eAnnounced; raise eRaised; }
    on eRaised, eNothing do { print "heard"; }
  }
}

spec Listener observes eAnnounced {
  var heard: int;
  start state Watch { on eAnnounced do { heard = heard + 1; assert heard < 9; } }
}
