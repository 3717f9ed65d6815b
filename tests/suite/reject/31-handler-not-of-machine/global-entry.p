// A global function cannot be an entry function.
fun Greet() { print "hello"; }

machine Host {
  start state Open {
    entry Greet;  //~ error: 'Greet' is not a function of this machine
  }
}
