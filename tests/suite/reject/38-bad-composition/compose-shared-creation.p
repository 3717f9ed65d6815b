// The modules of a composition must not create the same interface.
event eLeft;
event eRight;

machine Timer sends ; { start state Run { } }
machine Left sends eLeft; {
  start state Run { entry { new Timer(); send this, eLeft; } ignore eLeft; }
}
machine Right sends eRight; {
  start state Run { entry { new Timer(); send this, eRight; } ignore eRight; }
}

module System = compose { Left }, { Right };  //~ error: both create 'Timer'
