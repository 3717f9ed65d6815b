// An exit function has no loop around it.
event eLeave;

machine Visitor {
  start state Inside {
    exit {
      break;  //~ error: 'break' outside a loop
    }
    on eLeave goto Outside;
  }
  state Outside { }
}
