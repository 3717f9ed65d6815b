// Announcements, too, are seen only inside the module.
// verdict tcNarrow: holds
// states tcNarrow: 3
// transitions tcNarrow: 2
// verdict tcWide: violated: assertion @12
event eLeak;
machine Main { start state Only { entry { new Outside(); } } }
machine Outside { start state Only { entry { announce eLeak; } } }
spec NoLeak observes eLeak {
  start state Only {
    on eLeak do {
      assert false;
    }
  }
}
test tcNarrow [main=Main]: union (assert NoLeak in { Main }), { Outside };
test tcWide [main=Main]: assert NoLeak in (union { Main }, { Outside });
