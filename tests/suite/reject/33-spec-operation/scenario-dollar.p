// What is forbidden in a spec is forbidden in a scenario: choices.
event eAsk;

scenario Asked observes eAsk {
  start state Before {
    on eAsk do {
      if ($) goto After;  //~ error: '$' is not allowed in a
    }
  }
  cold state After { ignore eAsk; }
}
