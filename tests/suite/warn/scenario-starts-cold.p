// A scenario that starts in a cold state is covered only when it enters one later.
event eGoal;

machine Player {
  start state Run { entry { send this, eGoal; send this, eGoal; } ignore eGoal; }
}

scenario Double observes eGoal { start cold state None { on eGoal goto One; }  //~ warning: scenario 'Double' starts in a cold state
  state One { on eGoal goto Two; }
  cold state Two { ignore eGoal; }
}
