// A local or a parameter may hide a field, an event, an enum element or a function of the same name.
enum Light { RED, GREEN }
event eStop;
event eGo;

machine Crossing {
  var count: int;
  var light: Light;
  start state Wait {
    entry {
      var count: string;
      var eStop: event;
      var RED: Light;
      count = "local";
      eStop = eGo;
      RED = GREEN;
      light = RED;
      if (Tally(3) > 2) { raise eStop; }
    }
    on eGo do { var light: bool; light = count == 0; }
    on eStop do { light = RED; }
  }
  fun Tally(count: int): int { var Tally: int; Tally = count; return Tally; }
}
