// Several init conditions may describe the start of the system.
event eToken;
machine Node {
  var holding: bool;
  var next: machine;
  start state Run { on eToken do { holding = true; } }
}
pure ring(): set[machine];
pure first(): machine;
init-condition first() in ring();
init-condition forall (m: machine) :: m in ring() <==> m is Node;
init-condition forall (n: Node) :: n.next in ring() && !n.holding;
init-condition
  forall (e: eToken) :: !sent e;
