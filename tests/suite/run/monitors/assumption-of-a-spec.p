// What a spec assumes and is not so ends the run there: what follows is not looked at.
// verdict: holds
// states: 7
// transitions: 7
event eX: int;
axiom true;
machine Main {
  start state Only { entry { send this, eX, choose(3); }  on eX do (n: int) { assert n < 2; } }
}
spec Small observes eX { start state Only { on eX do (n: int) { assume (n < 2); } } }
test tc [main=Main]: assert Small in { Main };
