// Machines without a 'receives' clause accept every event, so their references are assignable to each other.
event ePing: Left;
event ePong: Right;
machine Left { start state Run { entry (peer: Right) { send peer, ePing, this; } ignore ePing, ePong; } }
machine Right { start state Run { on ePing do (peer: Left) { send peer, ePong, peer; } ignore ePong; } }
machine Driver {
  start state Run {
    entry {
      var left: Left; var right: Right; var me: Driver; var lefts: seq[Left];
      right = new Right();
      left = right;
      left = new Left(left);
      me = left; right = me; left = this; me = new Right();
      lefts += (0, right);
      lefts = default(seq[Driver]);
      assert left == right && me != right && right in lefts;
      send this, ePing, right;
    }
    ignore ePing;
  }
}
