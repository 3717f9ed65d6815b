// One message: the types behind the word begin no declarations, and the uses of the name are no other mistakes.
event eNote: int;
fun Lossy(to: machine, e: event, p: any) {  //~ error: 'to' is a reserved word and cannot be a parameter name
  if ($) { send to, e, p; }
}
fun Later(n: int, start: int): int { return n + start; }  //~ error: 'start' is a reserved word
fun Foreign(test: machine, e: event);  //~ error: 'test' is a reserved word
type tPair = (from: int, module: machine);  //~ error: 'module' is a reserved word
machine Main {
  var main: machine;  //~ error: 'main' is a reserved word
  start state S {
    entry { var rename: int; rename = 1; main = this; }  //~ error: 'rename' is a reserved word
    on eNote do (state: int) { if (state > 0) { goto T; } }  //~ error: 'state' is a reserved word
  }
  state T { }
}
test tc [main=Main]: { Main };
