// A program with a syntax error is not checked further: the wrong type and the unknown event stay unreported.
event eRequest: int;
machine Server {
  var pending: int;
  start state Idle {
    entry {
      pending = true;
      pending = 1 +;  //~ error: found ';'
    }
    on eUnknown do { pending = "none"; }
  }
}
