// A model without end and without repetition is never exhausted: within limits nothing is known.
// verdict: unknown
// flags: --max-states=2000
event eTick;
machine Main {
  var n: int;
  start state Only { entry { send this, eTick; } on eTick do { n = n + 1; send this, eTick; } }
}
