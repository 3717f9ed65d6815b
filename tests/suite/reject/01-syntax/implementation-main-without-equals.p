// 'main' needs '=' in an implementation as well.
machine Driver { start state Idle { } }
module Core = { Driver };
implementation Product [main Driver]: Core;  //~ error: found 'Driver'
machine Follower {
  start state Idle { }
}
