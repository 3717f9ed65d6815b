// expect: violated: not-allowed
event eAllowed;
event eOther;
interface Narrow() receives eAllowed;
machine Wide { start state S { ignore eAllowed, eOther; } }
machine Main { start state S { entry { var m: Narrow; m = new Narrow(); send m, eAllowed; send m, eOther; } } }
test tc [main=Main]: { Main, Wide -> Narrow };
