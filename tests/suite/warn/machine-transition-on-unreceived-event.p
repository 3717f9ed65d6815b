// A transition on an event that the receives clause leaves out is suspect.
event eOn;
event eOff;

machine Lamp receives eOn; {
  start state Dark { on eOn goto Lit; }
  state Lit {
    ignore eOn;
    on eOff goto Dark;  //~ warning: machine 'Lamp' handles 'eOff', which it does not receive
  }
}

machine Hand {
  start state Run {
    entry (lamp: Lamp) { send lamp, eOn; send this, eOff; }
    on eOff do { print "pressed"; }
  }
}
