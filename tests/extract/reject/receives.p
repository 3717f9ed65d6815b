event eX;
event eN: int;
machine Main receives eX; {  //~ error: cannot take machine 'Main', which may not receive every event
  start state S { entry { } }
}
test tc [main=Main]: { Main };
