// A call of a function without result has the null type, which fits 'any', 'machine' and 'event'.
machine Toucher {
  var thing: any;
  var who: machine;
  var kind: event;
  start state Run {
    entry {
      thing = Touch();
      who = Touch();
      kind = Touch();
    }
  }
  fun Touch() { }
}
