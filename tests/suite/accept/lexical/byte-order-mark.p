// A byte order mark at the start of the file is dropped.
event ePing;
machine Pinger {
  start state Run { on ePing do { } }
}
