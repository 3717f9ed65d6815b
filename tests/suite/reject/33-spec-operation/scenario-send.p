// What is forbidden in a spec is forbidden in a scenario: send.
event eAsk: machine;
event eHint;

scenario Asked observes eAsk {
  start state Before {
    on eAsk do (who: machine) {
      send who, eHint;  //~ error: 'send' is not allowed in a
      goto After;
    }
  }
  cold state After { ignore eAsk; }
}
