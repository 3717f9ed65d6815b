// 'announce' takes an event name or value and a payload, from machines and from global functions.
event eStarted;
event eProgress: (done: int, total: int);
event eLevel: (int, bool);
fun Report(done: int) { announce eProgress, (done = done, total = 10); }
machine Worker {
  start state Run {
    entry {
      var what: event;
      announce eStarted;
      announce eStarted, null;
      announce eLevel, 3, true;
      announce eLevel, (3, false);
      what = eStarted;
      announce what;
      announce what, 5;
      announce halt;
      Report(3);
    }
  }
}
