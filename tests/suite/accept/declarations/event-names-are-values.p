// Event names, halt included, are values of type event.
event eStart;
event eLoad: int;

machine Player {
  var next: event;
  var script: seq[event];
  var counts: map[event, int];
  start state Run {
    entry {
      next = halt;
      script += (0, eStart);
      script += (1, halt);
      counts[eLoad] = 1;
      if (next == eStart || next == null) { next = default(event); }
      send this, script[0];
      raise next;
    }
    ignore eStart;
  }
}
