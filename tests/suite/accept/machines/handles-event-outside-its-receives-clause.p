// A machine may have handlers for events that its receives clause does not list; raise can reach them.
event ePublic;
event eInternal: int;

machine Office receives ePublic; {
  var done: int;
  start state Open {
    on ePublic do { raise eInternal, 1; }
    on eInternal do (n: int) { done = done + n; }
    ignore halt;
  }
}
