// Fields, events and expressions of a circular type are not reported again.
type tNode = (value: int, next: tNode);  //~ error: type 'tNode' contains itself
event eNode: tNode;
machine Walker {
  var current: tNode;
  start state Idle {
    entry {
      current.value = 3;
      send this, eNode, current;
    }
    on eNode do (node: tNode) { current = node.next; }
  }
}
