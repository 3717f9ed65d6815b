// A creation through an interface is checked against the interface.
event eWork: int;
interface Pool((size: int, lazy: bool)) receives eWork;
machine Driver {
  var pool: Pool;
  start state Idle {
    entry {
      pool = new Pool((size = 3, lazy = true));
      pool = new Pool(3);  //~ error: found int
    }
  }
}
