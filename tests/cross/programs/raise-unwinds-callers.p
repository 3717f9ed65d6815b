// expect: holds
// A raise in a called function ends the callers too.
event eGo;
machine Main {
  start state S { entry { Step(); assert false; } on eGo do { } }
  fun Step() { raise eGo; }
}
