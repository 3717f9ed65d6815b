// Everything fits 'any', but 'any' fits nothing else without a cast.
machine Box {
  var content: any;
  var total: int;
  var plain: data;
  start state Idle {
    entry {
      content = 3;
      total = content;  //~ error: expected int, found any
      plain = content;  //~ error: expected data, found any
      total = content as int;
    }
  }
}
