// What is forbidden in a spec is forbidden in a scenario: creation.
event eAsk;

machine Clerk { start state Ready { } }

scenario Asked observes eAsk {
  start state Before { on eAsk goto After; }
  cold state After {
    entry { new Clerk(); }  //~ error: 'new' is not allowed in a
    ignore eAsk;
  }
}
