// An event mentioned in an expression may be sent through a variable, one never mentioned is dead.
event eRed;
event eGreen;
event eBlue;  //~ warning: event 'eBlue' is never sent

machine Painter {
  var strokes: int;
  start state Run {
    entry {
      var color: event;
      if ($) color = eRed; else color = eGreen;
      send this, color;
      print format("{0} strokes", strokes);
    }
    on eRed, eGreen, eBlue do { strokes = strokes + 1; }
  }
}
