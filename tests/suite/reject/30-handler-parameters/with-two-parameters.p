// A transition function takes at most one parameter.
event eLogin: (int, string);

machine Session {
  var user: int;
  start state Out {
    on eLogin goto In with Remember;  //~ error: takes at most one parameter
  }
  state In { ignore eLogin; }
  fun Remember(id: int, name: string) { user = id; print name; }
}
