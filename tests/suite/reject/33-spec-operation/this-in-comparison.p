// A spec cannot compare a sender with itself.
event eJoin: machine;

spec Members observes eJoin {
  start state Watch {
    on eJoin do (who: machine) {
      assert who != this;  //~ error: 'this' is not allowed in a spec
    }
  }
}
