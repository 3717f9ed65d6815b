event eX;
event eN: int;
interface I() receives eX;
machine Main {
  start state S { entry { new I(); } }  //~ error: does not support an interface that may not receive every event
}
machine M { start state S { entry { } } }
test tc [main=Main]: { Main, M -> I };
