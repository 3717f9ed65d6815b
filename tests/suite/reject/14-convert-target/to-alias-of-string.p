// An alias of an illegal target is illegal too; an alias of int is fine.
type tName = string;
type tCount = int;
fun Label(x: float): tName {
  var n: tCount;
  n = x to tCount;
  return n to tName;  //~ error: cannot convert to
}
