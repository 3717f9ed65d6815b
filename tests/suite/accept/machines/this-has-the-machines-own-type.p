// Inside a machine this has the machine's own type, which is assignable to machine.
event eHello: machine;
event eMe: Node;

machine Node {
  var me: Node;
  var plain: machine;
  var peers: set[Node];
  start state Run {
    entry {
      me = this;
      plain = this;
      peers += (this);
      send this, eHello, this;
      send Self(), eMe, this;
      assert this == plain && this in peers;
    }
    on eHello do (m: machine) { assert m == this; }
    on eMe do (n: Node) { me = n; }
  }
  fun Self(): Node { return this; }
}
