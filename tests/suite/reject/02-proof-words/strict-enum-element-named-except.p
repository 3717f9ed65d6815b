// 'except' cannot name an enum element.
// flags: --strict-p
enum tRule { only, except, always }  //~ error: 'except' is a reserved word
event eRule: int;
machine Filter {
  start state Idle { ignore eRule; }
}
