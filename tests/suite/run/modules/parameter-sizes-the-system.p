// A parameter may decide how many machines there are.
// verdict tc___nClients_1: holds
// verdict tc___nClients_2: violated: assertion @11
param nClients: int;
event eHello: int;
machine Main {
  var last: int;
  start state Only {
    entry { var i: int; while (i < nClients) { i = i + 1; new Client((m = this, id = i)); } }
    on eHello do (id: int) {
      assert id > last;
      last = id;
    }
  }
}
machine Client { start state Only { entry (p: (m: machine, id: int)) { send p.m, eHello, p.id; } } }
test param (nClients in [1, 2]) tc [main=Main]: { Main, Client };
