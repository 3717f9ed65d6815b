// The last element of an enum has no comma after it.
enum tVote { YES, NO, }  //~ error: found '}'
event eVote: int;
machine Follower {
  start state Idle { }
}
