// A scenario needs a start state.
event eGoal;

scenario Hattrick observes eGoal {  //~ error: has no start state
  state One { on eGoal goto Two; }
  state Two { on eGoal goto Three; }
  cold state Three { ignore eGoal; }
}
