// States may be empty or unreachable, and the start state need not come first.
event eGo;

machine Maze {
  state Wall { }
  state Island { on eGo goto Island; }
  start state Door { on eGo goto Wall; }
  state Pit { entry { } exit { } }
  hot state Tower { entry { ; } exit { ; ; } }
}
