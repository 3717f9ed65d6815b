// Each deferred message is handled on its own: their work does not add up.
// verdict: holds
event eWork;
event eGo;
machine Main {
  var i: int;
  start state Waiting {
    entry { var k: int; while (k < 12) { send this, eWork; k = k + 1; } send this, eGo; }
    defer eWork;
    on eGo goto Working;
  }
  state Working { on eWork do { i = 0; while (i < 20000) { i = i + 1; } } }
}
