// A spec must not send.
event eAsk: machine;
event eHint;

spec Helper observes eAsk {
  start state Watch {
    on eAsk do (who: machine) {
      send who, eHint;  //~ error: 'send' is not allowed in a spec
    }
  }
}
