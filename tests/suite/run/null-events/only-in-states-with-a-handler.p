// In a state without null handler the machine just idles.
// verdict: holds
event eTick;
machine Main {
  var fired: int;
  start state Busy { on null goto Calm with { fired = fired + 1; } }
  state Calm { entry { assert fired == 1; new Src(this); } on eTick do { assert fired == 1; } }
}
machine Src { start state Only { entry (m: machine) { send m, eTick; } } }
