// A scenario without a cold state can never be covered.
event eGoal;

machine Player {
  start state Run { entry { send this, eGoal; send this, eGoal; } ignore eGoal; }
}

scenario Double observes eGoal {  //~ warning: scenario 'Double' has no cold state
  start state None { on eGoal goto One; }
  state One { on eGoal goto Two; }
  state Two { ignore eGoal; }
}
