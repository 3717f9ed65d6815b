// Announcements, too, are seen only inside the module.
// verdict tcNarrow: holds
// verdict tcWide: violated: assertion @10
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
