// The transition function of a spec must not change the state through a call.
event eBegin: int;
event eEnd;

spec Brackets observes eBegin, eEnd {
  start state Outside { on eBegin goto Inside with (depth: int) { Limit(depth); } }  //~ error: may not raise an event or change state
  state Inside { on eEnd goto Outside; }
  state TooDeep { ignore eBegin, eEnd; }
  fun Limit(depth: int) { if (depth > 8) goto TooDeep; }
}
