// A machine is shown with the interface it was created as and its path in the tree of creations.
// verdict tc: holds
// states tc: 5
// transitions tc: 4
interface Pool() receives halt;
machine Stub {
  start state Run { entry { assert format("{0}", this) == "Pool(1.2)", format("{0}", this); } }
}
machine Leaf {
  start state Run { entry { assert format("{0}", this) == "Leaf(1.1.1)", format("{0}", this); } }
}
machine Branch {
  start state Run { entry { new Leaf(); assert format("<{0}>", this) == "<Branch(1.1)>", format("{0}", this); } }
}
machine Main {
  start state Run {
    entry {
      var b: machine;
      var p: machine;
      assert format("{0}", this) == "Main(1)", format("{0}", this);
      assert format("[{0}]", b) == "[]";
      b = new Branch();
      p = new Pool();
      assert format("{0} {1}", b, p) == "Branch(1.1) Pool(1.2)", format("{0} {1}", b, p);
    }
  }
}
test tc [main=Main]: { Main, Branch, Leaf, Stub -> Pool };
