// No semicolon follows the closing brace of an enum.
enum tVote { YES, NO };  //~ error: found ';'
event eVote: tVote;
machine Follower {
  start state Idle { }
}
