// Also where the function's result could be null.
event eNever;
fun Find(): machine {
  receive { case eNever: { return; } }  //~ error: expected machine, found null
  return null;
}
