// What is forbidden in a spec is forbidden in a scenario: this.
event eAsk: machine;

scenario Asked observes eAsk {
  start state Before {
    on eAsk do (who: machine) {
      if (who == this) goto After;  //~ error: 'this' is not allowed in a
    }
  }
  cold state After { ignore eAsk; }
}
