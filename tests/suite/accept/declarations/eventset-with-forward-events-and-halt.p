// An eventset may list halt and events that are declared later, and may have a single element.
eventset Shutdown = { halt, eDrain };
eventset JustDrain = { eDrain };
eventset JustHalt = { halt };
event eDrain;

machine Sewer {
  start state Flow {
    entry {
      var exits: seq[Shutdown];
      var drains: map[int, JustDrain];
      var killer: JustHalt;
      killer = this to JustHalt;
      exits += (0, this to Shutdown);
      send killer, halt;
    }
    on eDrain do { }
  }
}
