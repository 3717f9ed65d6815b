// A message goes to a machine, not to a kind of machine.
event ePing;
machine Main { start state S { entry { send Main, ePing; } ignore ePing; } }  //~ error: no variable named 'Main': it is a machine
