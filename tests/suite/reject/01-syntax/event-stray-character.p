// A character outside P's alphabet is a lexical error.
event eReady;
event eAsk?;  //~ error: unexpected character '?'
event eReply: int;
machine Follower {
  start state Idle { }
}
