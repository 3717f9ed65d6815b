// expect: violated: liveness
// The second choice of a step takes the rest of what is offered in another step; the first one stays open, too.
axiom true;
event eGo; event eRest; event eHot; event eCool;
fun pick(s: set[int]): int { return choose(s); }
spec Live observes eHot, eCool {
  start cold state C { on eHot goto H; ignore eCool; }
  hot state H { on eCool goto C; ignore eHot; }
}
machine Main {
  var s: set[int]; var r: set[int]; var least: int; var most: int;
  start state S {
    entry {
      s += (0); s += (1);
      most = choose(3);
      r += (most); r += (choose(3));
      assume sizeof(r) == 2 && !(most + 1 in r) && !(most + 2 in r);
      announce eHot;
      send this, eGo;
    }
    on eGo do {
      if (pick(s) != 0) { announce eCool; announce eHot; }
      send this, eRest;
    }
    on eRest do {
      least = choose(2);
      if (pick(r) != most) { announce eCool; announce eHot; }
      least = 0;
      send this, eGo;
    }
  }
}
test tc [main=Main]: assert Live in { Main };
