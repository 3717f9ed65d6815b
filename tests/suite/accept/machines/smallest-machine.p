// A machine needs a start state and nothing else.
machine Rock {
  start state Still { }
}
