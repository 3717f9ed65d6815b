event eX;
event eN: int;
machine Main sends eX; {  //~ error: does not support machine 'Main', which may not send every event
  start state S { entry { } }
}
test tc [main=Main]: { Main };
