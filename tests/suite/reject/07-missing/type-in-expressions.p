// Undeclared types in 'default' and in casts.
machine Store {
  var first: int;
  var boxed: any;
  start state Idle {
    entry {
      first = default(tKey);  //~ error: no type named 'tKey'
      first = boxed as tNumber;  //~ error: no type named 'tNumber'
      first = first to tIndex;  //~ error: no type named 'tIndex'
    }
  }
}
