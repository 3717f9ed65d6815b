// Variables cannot be declared outside machines and functions.
event eTick;
var total: int;  //~ error: found 'var'
machine Counter {
  start state Idle { ignore eTick; }
}
