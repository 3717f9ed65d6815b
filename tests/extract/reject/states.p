event eX;
event eN: int;
machine Main {
  start state S { entry { new M(); } }
}
machine M {
  start state S { entry { } }
  state T { entry { } }  //~ error: does not support machine 'M', which has several states
}
test tc [main=Main]: { Main, M };
