// The file ends right after its last token.
event eTick;
machine Clock {
  start state Run { ignore eTick; }
}