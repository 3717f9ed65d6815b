// The parser recovers after the first error and reports the second one as well.
event eRequest: ;  //~ error: found ';'
event eResponse: int;
machine Server {
  var pending: seq[int];
  start state Idle {
    entry {
      pending = ;  //~ error: found ';'
    }
  }
}
