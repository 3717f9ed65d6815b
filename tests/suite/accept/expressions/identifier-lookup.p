// A variable hides an enum element or an event of its name; otherwise the element or event is meant.
enum tColor { RED, GREEN }
event ePaint: tColor;
event eStop;
machine Painter {
  var GREEN: int;
  start state Run {
    entry {
      var eStop: event;
      GREEN = GREEN + 1;
      eStop = ePaint;
      send this, eStop, RED, 5;
      raise eStop, RED;
    }
    on ePaint do (ePaint: tColor) { if (ePaint == RED) GREEN = 7; raise eStop; }
    on eStop do Finish;
  }
  fun Finish() { var RED: string; RED = "red"; send this, ePaint, default(tColor); }
}
