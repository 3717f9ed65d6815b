// The operands of an implication must be bools.
machine Node {
  var hops: int;
  start state Run { entry { hops = 0; } }
}

invariant started: forall (n: Node) :: n.hops ==> n.hops > 0;  //~ error: int
