// The event and the payload of an announcement are checked.
event eSeen: int;
event eQuiet;
machine Client {
  start state Idle {
    entry {
      announce eSeen, "three";  //~ error: expected int, found string
      announce eQuiet, 3;  //~ error: carries no payload
      announce true;  //~ error: expected event, found bool
    }
  }
}
