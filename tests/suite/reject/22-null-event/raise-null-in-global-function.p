// The null event cannot be raised by a global function either.
fun GiveUp(retries: int) {
  if (retries > 3) {
    raise null;  //~ error: cannot raise the null event
  }
}

machine Retrier {
  var retries: int;
  start state Run {
    entry { GiveUp(retries); }
  }
}
