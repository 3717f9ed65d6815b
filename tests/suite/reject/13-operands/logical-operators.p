// '&&' and '||' are for bool.
fun Ready(open: bool, count: int): bool {
  if (open && count) return true;  //~ error: bool
  return open || "yes";  //~ error: bool
}
event eReady;
