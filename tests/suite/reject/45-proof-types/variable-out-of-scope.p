// A quantified variable ends with its quantifier.
machine Node {
  var up: bool;
  start state Run { entry { up = true; } }
}

invariant alive: (exists (n: Node) :: n.up) && n.up;  //~ error: no variable named 'n'
