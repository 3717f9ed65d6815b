// A machine function hides the global one of its name, the other global one is reported.
event eOpen;
event eShut;

fun Log() { print "global log"; }
fun Trace() { print "global trace"; }

machine Valve {
  start state Run {
    on eOpen do Log;
    on eShut do Trace;  //~ error: 'Trace' is not a function of this machine
  }
  fun Log() { print "own log"; }
}
