// The last line is a comment and the file ends without a newline.
event eTick;
machine Clock {
  start state Run { ignore eTick; }
}
// no newline after this