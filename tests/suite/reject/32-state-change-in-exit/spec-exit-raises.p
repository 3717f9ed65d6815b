// The exit function of a spec must not raise an event.
event eBegin;
event eEnd;

spec Brackets observes eBegin, eEnd {
  start state Outside { on eBegin goto Inside; }
  state Inside {
    on eEnd goto Outside;
    exit { raise eBegin; }  //~ error: may not raise an event or change state
  }
}
