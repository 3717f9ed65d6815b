event eX;
event eN: int;
machine Main receives eX; {  //~ error: does not support machine 'Main', which may not receive every event
  start state S { entry { } }
}
test tc [main=Main]: { Main };
