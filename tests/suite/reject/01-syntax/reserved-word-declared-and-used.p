// One message for each declaration of such a name, none for its uses.
event eGo: int;
machine Counter {
  var state: int;  //~ error: 'state' is a reserved word
  start state Idle {
    entry {
      var event: int;  //~ error: 'event' is a reserved word
      event = 1;
      state = event + state;
      send this, eGo, state;
      while (event < 3) { event = event + 1; }
    }
    on eGo do (n: int) { if (n > state) { state = n; } }
  }
  fun Add(type: int): int {  //~ error: 'type' is a reserved word
    return type + 1;
  }
}
