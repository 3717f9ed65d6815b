// A function of a spec must not send; its caller is not reported again.
event eAsk: machine;
event eHint: int;

spec Helper observes eAsk {
  var asked: int;
  start state Watch {
    on eAsk do (who: machine) { asked = asked + 1; Hint(who); }
  }
  fun Hint(who: machine) {
    if (asked > 3) {
      send who, eHint, asked;  //~ error: 'send' is not allowed in a spec
    }
  }
}
