// expect: violated: liveness
// The run that takes the least of one set and the most of the other is fair only where the sets are equal: then all of them is taken.
axiom true;
event eGo; event eHot; event eCool;
fun pick(s: set[int]): int { return choose(s); }
spec Live observes eHot, eCool {
  start cold state C { on eHot goto H; ignore eCool; }
  hot state H { on eCool goto C; ignore eHot; }
}
machine Main {
  var s: set[int]; var r: set[int]; var least: int; var most: int;
  start state S {
    entry {
      least = choose(3); most = choose(3);
      s += (least); s += (choose(3));
      assume sizeof(s) == 2 && !(least - 1 in s) && !(least - 2 in s);
      r += (most); r += (choose(3));
      assume sizeof(r) == 2 && !(most + 1 in r) && !(most + 2 in r);
      announce eHot;
      send this, eGo;
    }
    on eGo do {
      if (pick(s) != least) { announce eCool; announce eHot; }
      if (pick(r) != most) { announce eCool; announce eHot; }
      send this, eGo;
    }
  }
}
test tc [main=Main]: assert Live in { Main };
