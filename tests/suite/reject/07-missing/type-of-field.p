// An undeclared type in a field; uses of the field give no further errors.
machine Store {
  var first: tRecord;  //~ error: no type named 'tRecord'
  var total: int;
  start state Idle {
    entry {
      first.key = 3;
      total = first + 1;
    }
  }
}
