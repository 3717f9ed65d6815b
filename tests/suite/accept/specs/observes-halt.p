// A spec may observe halt and have handlers for it.
event eStart;

machine Job {
  start state Run {
    entry { send this, eStart; send this, halt; }
    on eStart do { }
  }
}

spec Stops observes eStart, halt {
  start cold state Before { on eStart goto Running; on halt do { assert false; } }
  hot state Running { on halt goto Before; ignore eStart; }
}

test tcJob [main=Job]: assert Stops in { Job };
