// expect: holds
// Of machines that are new at the same time the first by name begins first: a child that was created
// later may come before it, and what it creates as well.
event eHere: int;
machine Main {
  var seen: int;
  start state S {
    entry {
      new Parent((this, 1));
      new Parent((this, 2));
    }
    on eHere do (n: int) { seen = seen * 2 + n; }
  }
}
machine Parent {
  start state S {
    entry (p: (machine, int)) {
      new Child(p);
      send p.0, eHere, p.1;
      new Child(p);
    }
  }
}
machine Child { start state S { entry (p: (machine, int)) { send p.0, eHere, p.1 - 1; } } }
test tc [main=Main]: { Main, Parent, Child };
