// A machine field can be compared only with a value of a fitting type.
machine Node {
  var hops: int;
  start state Run { entry { hops = 0; } }
}

invariant started: forall (n: Node) :: n.hops == true;  //~ error: cannot compare int with bool
