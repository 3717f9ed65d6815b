// A module binding a machine to an undeclared interface.
machine Stub { start state Idle { } }
module Backend = { Stub -> Storage };  //~ error: no machine or interface named 'Storage'
event ePing;
machine Follower {
  start state Idle { }
}
