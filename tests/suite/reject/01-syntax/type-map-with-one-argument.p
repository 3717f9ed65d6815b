// A map type needs a key type and a value type.
machine Registry {
  var owners: map[int];  //~ error: found ']'
  start state Idle { }
}
