// Machine, event, function, eventset, module and test are different name spaces, so one name may serve all.
eventset Ping = { Ping };
event Ping: int;
fun Ping(n: int): int { return n + 1; }

machine Ping {
  var Ping: int;
  start state Ping {
    on Ping do (n: int) {
      Ping = Ping(n);
      if (Ping < 3) { new Ping(); }
    }
  }
}

module Ping = { Ping };
test Ping [main=Ping]: Ping;
