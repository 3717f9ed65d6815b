// Only the exit of the current state runs when the machine halts.
// verdict: holds
// states: 3
// transitions: 2
event eGo;
machine Main {
  var exits: int;
  start state First { entry { send this, eGo; } exit { exits = exits + 1; } on eGo goto Second; }
  state Second { entry { raise halt; } exit { assert exits == 1; exits = 2; } }
}
