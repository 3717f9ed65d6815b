// A foreign function that claims to create an undeclared machine.
machine Worker { start state Idle { } }
fun SpawnWorker(): machine creates Worker;
fun SpawnHelper(): machine creates Helper;  //~ error: no machine or interface named 'Helper'
machine Follower {
  start state Idle { }
}
