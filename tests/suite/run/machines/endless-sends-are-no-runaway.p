// A loop that sends and receives is cut into steps: it may go on for ever.
// verdict: holds
// states: 2
// transitions: 2
event eTick;
machine Main {
  start state Only { entry { while (true) { send this, eTick; receive { case eTick: { } } } } }
}
