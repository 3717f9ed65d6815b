// A parameter of a type that accepts null may serve an event without payload.
event eGo;
event eStay;
event eKind: int;

machine Traveller {
  var seen: any;
  start state Home {
    on eGo goto Road;
    on eStay do (x: any) { seen = x; }
    on eKind goto Inn;
  }
  state Road {
    entry (owner: machine) { assert owner == null; goto Inn, null; }
    on eGo goto Bridge with (e: event) { seen = e; }
  }
  state Inn {
    entry (x: data) { seen = x; }
    on eGo do Step;
  }
  state Bridge { }
  fun Step(e: event) { assert e == null; }
}
