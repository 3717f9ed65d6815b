// Both outcomes of `$$` are tried.
// verdict tc___bad_true: violated: assertion @6
// verdict tc___bad_false: violated: assertion @6
param bad: bool;
machine Main {
  start state Run { entry { assert $$ != bad; } }
}
test param (bad in [true, false]) tc [main=Main]: { Main };
