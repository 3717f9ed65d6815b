// An event set of all declared events and 'halt' equals the receive set of a machine without a 'receives' clause.
event ePing;
event ePong: int;
eventset Everything = { ePing, ePong, halt };
interface All() receives halt, ePong, ePing;
machine Open { start state Run { ignore ePing, ePong; } }
machine User {
  start state Run {
    entry {
      var every: Everything; var all: All; var open: Open;
      every = new Open();
      every = this;
      open = every;
      all = open;
      open = new All();
      every = all;
    }
  }
}
