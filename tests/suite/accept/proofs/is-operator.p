// 'is' tests the kind of a machine, its state, and the kind of an event.
event eGrant: (epoch: int);
event eRelease;
machine Node {
  var next: machine; var peer: Node;
  start state Idle { on eGrant do (g: (epoch: int)) { goto Holding; } ignore eRelease; }
  state Holding { on eRelease do { goto Idle; } ignore eGrant; }
}
machine Server { start state Serving { ignore eGrant, eRelease; } }
pure hub(): machine;
invariant kinds: forall (m: machine) :: m is Node || m is Server;
invariant states: forall (n: Node) :: n is Idle || n is Holding;
invariant anywhere: forall (m: machine) :: m is Serving ==> m is Server;
invariant both: forall (m: machine) :: m is Node && m is Holding ==> !(m is Idle);
invariant fields: forall (n: Node) :: n.next is Node && n.peer is Idle;
invariant calls: hub() is Server && (hub() is Serving);
invariant events: forall (e: event) :: e is eGrant || e is eRelease;
