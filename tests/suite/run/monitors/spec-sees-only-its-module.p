// A spec does not see what machines outside of its module send.
// verdict tcNarrow: holds
// states tcNarrow: 4
// transitions tcNarrow: 3
// verdict tcWide: violated: assertion @12
event eLeak;
machine Main { start state Only { entry { new Outside(this); } on eLeak do { } } }
machine Outside { start state Only { entry (m: machine) { send m, eLeak; } } }
spec NoLeak observes eLeak {
  start state Only {
    on eLeak do {
      assert false;
    }
  }
}
test tcNarrow [main=Main]: union (assert NoLeak in { Main }), { Outside };
test tcWide [main=Main]: assert NoLeak in (union { Main }, { Outside });
