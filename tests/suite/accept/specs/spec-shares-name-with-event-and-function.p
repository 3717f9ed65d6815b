// A spec may have the name of an event, a function, a module, a test or an enum element.
event Safe: int;
enum Verdict { Safe2, Live }
fun Safe(n: int): bool { return n > 0; }
fun Live(): Verdict { return Live; }

machine Main {
  start state Run { entry { send this, Safe, 1; } ignore Safe; }
}

spec Safe observes Safe {
  var Safe: int;
  start state Safe { on Safe do (n: int) { Safe = n; assert Safe(Safe); } }
}
spec Live observes Safe {
  start state Live { on Safe do { assert Live() == Live; } }
}

module Safe = assert Safe, Live in { Main };
test Safe [main=Main]: Safe;
