// Only quantified variables can be used inside a quantifier.
machine Node {
  var up: bool;
  start state Run { entry { up = true; } }
}

invariant alive: forall (n: Node) :: n.up || m.up;  //~ error: no variable named 'm'
