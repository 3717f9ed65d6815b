// An exit function takes no parameter.
event eLogout: int;

machine Session {
  var last: int;
  start state In {
    exit Forget;  //~ error: takes no parameter
    on eLogout goto Out;
  }
  state Out { ignore eLogout; }
  fun Forget(user: int) { last = user; }
}
