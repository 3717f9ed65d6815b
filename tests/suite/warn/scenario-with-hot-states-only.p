// Hot states do not count as cold ones.
event eGoal;

machine Player {
  start state Run { entry { send this, eGoal; } ignore eGoal; }
}

scenario Single observes eGoal {  //~ warning: scenario 'Single' has no cold state
  start hot state None { on eGoal goto One; }
  hot state One { ignore eGoal; }
}
