// As long as a message can be handled, null does not fire.
// verdict: holds
event eItem;
machine Main {
  var items: int;
  start state Only {
    entry { send this, eItem; send this, eItem; }
    on eItem do { items = items + 1; }
    on null do { assert items == 2; goto Done; }
  }
  state Done { }
}
