// Two machines cannot have the same name.
event ePing;
machine Node { start state Idle { ignore ePing; } }
machine Node {  //~ error: 'Node' is already declared
  start state Waiting { defer ePing; }
}
