// An event with payload cannot be sent without one, even if null would fit.
event ePing: int;
event eWrap: any;
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, ePing;  //~ error: needs a payload
      send server, eWrap;  //~ error: needs a payload
    }
  }
}
