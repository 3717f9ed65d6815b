// expect: holds
// A raised event that the state defers is gone.
event eGo;
machine Main { start state S { entry { raise eGo; } defer eGo; } }
