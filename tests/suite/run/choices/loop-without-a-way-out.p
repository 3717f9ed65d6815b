// A loop of choices that no choice leads out of is a runaway, also when it is on one branch or in another machine.
// verdict tAlways: violated: runaway @7
// verdict tOneBranch: violated: runaway @11
// verdict tChild: violated: runaway @15
machine Always {
  start state Only { entry { var b: bool;
    while (true) { b = $; }
  } }
}
machine OneBranch {
  start state Only { entry { var b: bool; if ($) { while (true) { b = $; } } } }
}
machine WithChild { start state Only { entry { new Child(); send this, eLater; } on eLater do { } } }
machine Child {
  start state Only { entry { var b: bool; while (true) { b = $$; } } }
}
event eLater;
test tAlways [main=Always]: { Always };
test tOneBranch [main=OneBranch]: { OneBranch };
test tChild [main=WithChild]: { WithChild, Child };
