// Without any proof declaration the operator 'is' is an error.
machine Leaf { start state Run { } }

machine Node {
  var peer: machine;
  start state Run {
    entry (p: machine) {
      peer = p;
      if (peer is Leaf) print "a leaf";  //~ error: only in proofs
    }
  }
}
