// The rule holds in specs as well.
param limit: int;
event eUse: int;
spec Quota observes eUse {
  var limit: int;  //~ error: 'limit' is already declared as a global parameter
  start state Watching { ignore eUse; }
}
