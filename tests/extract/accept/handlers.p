// A server with an entry and handlers; handlers by name; variables that live on.
event eAdd: int;
event eGet: machine;
event eGot: int;

machine Main {
  start state S {
    entry {
      var server: machine;
      server = new Server(10);
      send server, eAdd, 1;
      send server, eAdd, 2;
      send server, eGet, this;
      receive { case eGot: (n: int) { assert n == 13; } }
    }
  }
}

machine Server {
  var sum: int;
  start state S {
    entry Begin;
    on eAdd do Add;
    on eGet do (who: machine) { send who, eGot, sum; }
  }
  fun Begin(first: int) { sum = first; }
  fun Add(n: int) {
    if (n == 0) return;
    sum = sum + n;
  }
}

test tcHandlers [main=Main]: { Main, Server };

machine Forgetful {
  var sum: int;
  start state S {
    entry (first: int) { sum = first; }
    on eAdd do (n: int) { sum = n; }
    on eGet do (who: machine) { send who, eGot, sum; }
  }
}

test tcForgetful [main=Main]: { Main, Forgetful -> Server };
