// A scenario must not defer an event.
event eTick;
event eTock;

scenario Alternating observes eTick, eTock {
  start state Silent {
    on eTick goto Ticked;
    defer eTock;  //~ error: 'defer' is not allowed in a
  }
  cold state Ticked { ignore eTick, eTock; }
}
