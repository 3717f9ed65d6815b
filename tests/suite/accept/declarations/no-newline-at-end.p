// The last line needs no line end, also when it is a comment.
machine Clock {
  start state Run { }
} // the end