// Only declared fields of a machine can be read.
machine Node {
  var up: bool;
  start state Run { entry { up = true; } }
}

invariant alive: forall (n: Node) :: n.down == false;  //~ error: no field named 'down'
