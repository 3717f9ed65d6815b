// A spec has no reference to itself.
event eJoin: machine;

spec Members observes eJoin {
  var members: set[machine];
  start state Watch {
    entry {
      members += (this);  //~ error: 'this' is not allowed in a spec
    }
    on eJoin do (who: machine) { members += (who); }
  }
}
