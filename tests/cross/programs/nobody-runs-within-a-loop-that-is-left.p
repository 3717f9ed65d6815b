// expect: holds
// The message waits for the next scheduling point of Main: eFirst is announced before eSecond, however often Main goes
// round in between.
event eMessage;
event eFirst;
event eSecond;
machine Main {
  start state Only {
    entry {
      var other: Other;
      other = new Other();
      send other, eMessage;
      while ($) { }
      announce eFirst;
    }
  }
}
machine Other { start state Only { on eMessage do { announce eSecond; } } }
spec InOrder observes eFirst, eSecond {
  start state Begin { on eFirst goto Middle; }
  state Middle { on eSecond goto Begin; }
}
test t [main=Main]: assert InOrder in { Main, Other };
