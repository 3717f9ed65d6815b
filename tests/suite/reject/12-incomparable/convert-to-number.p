// Only int, float and enums convert to numbers.
machine Server { start state Idle { } }
fun Number(open: bool, name: string, peer: machine, boxed: any): int {
  var mean: float;
  mean = open to float;  //~ error: cannot convert bool to float
  mean = boxed to float;  //~ error: cannot convert any to float
  if (open) return name to int;  //~ error: cannot convert string to int
  return peer to int;  //~ error: cannot convert machine to int
}
