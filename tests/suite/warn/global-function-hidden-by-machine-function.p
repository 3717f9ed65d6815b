// A global function hidden in the only machine that calls its name is dead.
fun Describe(): string { return "anything"; }  //~ warning: function 'Describe' is never called

machine Labeller {
  start state Run { entry { print Describe(); } }
  fun Describe(): string { return "a labeller"; }
}
