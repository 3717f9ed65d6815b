// A message of another machine may come after null.
// verdict: violated: assertion @10
event eItem;
machine Main {
  var items: int;
  start state Only {
    entry { new Src(this); }
    on eItem do { items = items + 1; }
    on null do {
      assert items == 1;
      goto Done;
    }
  }
  state Done { ignore eItem; }
}
machine Src { start state Only { entry (m: machine) { send m, eItem; } } }
