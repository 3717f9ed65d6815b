// The start state of a spec may have an entry that raises or changes state, also through functions.
event eGo: int;
event eInit;

spec Booting observes eGo {
  var ready: bool;
  start state Boot {
    entry { Prepare(); assert false; }
    on eInit goto Up;
    ignore eGo;
  }
  cold state Up {
    entry { if (ready) return; ready = true; goto Up; }
    on eGo do (n: int) { if (n < 0) goto Boot; }
  }
  fun Prepare() { raise eInit; }
}
