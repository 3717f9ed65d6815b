// An event that is declared and mentioned nowhere else is unused.
event eStart;
event eForgotten;  //~ warning: event 'eForgotten' is never used
event eLost: (id: int, name: string);  //~ warning: event 'eLost' is never used

machine Engine {
  start state Run {
    entry { send this, eStart; }
    ignore eStart;
  }
}
