// Only declared fields of a spec can be read.
event eToken;

spec Tokens observes eToken {
  var count: int;
  start state Watch { on eToken do { count = count + 1; } }
}

invariant counted: Tokens.total >= 0;  //~ error: no field named 'total'
