// The 'receives' clause of an interface is mandatory.
event eWork: int;
interface Pool(int);  //~ error: found ';'
machine Follower {
  start state Idle { }
}
