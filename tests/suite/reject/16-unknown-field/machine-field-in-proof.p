// In proofs the fields of a machine can be read, but only those that it has.
machine Node {
  var holding: bool;
  start state Idle { }
}
invariant nobody: forall (n: Node) :: !n.holding;
invariant unmarked: forall (n: Node) :: !n.marked;  //~ error: no field named 'marked'
