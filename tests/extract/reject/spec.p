event eX;
event eN: int;
machine Main {
  start state S { entry { send this, eX; receive { case eX: { } } } }
}
spec Never observes eX { start state S { on eX do { } } }
test tc [main=Main]: assert Never in { Main };  //~ error: does not support a test with a spec ('Never')
