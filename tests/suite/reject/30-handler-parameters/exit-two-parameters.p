// An exit function with two parameters is wrong for the same reason.
event eLogout;

machine Session {
  var last: int;
  start state In {
    exit Forget;  //~ error: takes no parameter
    on eLogout goto Out;
  }
  state Out { }
  fun Forget(user: int, when: int) { last = user + when; }
}
