// A state has at most one exit.
event eGo;

machine Lift {
  var floor: int;
  start state Ground {
    exit { floor = 1; }
    on eGo goto Above;
    exit { floor = 2; }  //~ error: already has an exit
  }
  state Above { }
}
