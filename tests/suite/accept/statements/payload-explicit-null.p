// An explicit 'null' is a legal payload where null fits, also for events and machines without payload.
event eStop;
event eOwner: machine;
event eKind: event;
event eThing: any;
event eFact: data;
machine Quiet { start state Run { ignore eStop; } }
machine Owned { start state Run { entry (owner: machine) { } ignore eStop; } }
machine Main {
  start state Run {
    entry {
      var q: machine;
      q = new Quiet(null);
      new Owned(null);
      send q, eStop, null;
      send q, eOwner, null;
      send q, eKind, null;
      send q, eThing, null;
      announce eFact, null;
      send q, halt, null;
      raise halt, null;
    }
    on eStop do { raise eThing, null; }
  }
}
