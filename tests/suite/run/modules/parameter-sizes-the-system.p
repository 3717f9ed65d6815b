// A parameter may decide how many machines there are.
// verdict tc___nClients_1: holds
// states tc___nClients_1: 4
// transitions tc___nClients_1: 3
// verdict tc___nClients_2: violated: assertion @13
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
