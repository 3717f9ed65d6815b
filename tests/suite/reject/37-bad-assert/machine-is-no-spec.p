// A machine cannot be attached.
machine Main { start state S { } }
test tc [main=Main]: assert Main in { Main };  //~ error: no spec named 'Main': it is a machine
