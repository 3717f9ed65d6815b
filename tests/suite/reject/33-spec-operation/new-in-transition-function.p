// The transition function of a spec must not create a machine.
event eCrash;

machine Backup { start state Ready { } }

spec Failover observes eCrash {
  start state Primary {
    on eCrash goto Secondary with { new Backup(); }  //~ error: 'new' is not allowed in a spec
  }
  state Secondary { ignore eCrash; }
}
