// A local of a machine function cannot reuse the name of a global parameter.
param nRounds: int;
machine Cluster {
  start state Idle { entry { Play(); } }
  fun Play() {
    var nRounds: int;  //~ error: 'nRounds' is already declared as a global parameter
    print "playing";
  }
}
