// An announced event and its payload reach the spec.
// verdict: violated: assertion @8 news 3
event eNews: int;
machine Main { start state Only { entry { announce eNews, 3; assert false, "too late"; } } }
spec Reader observes eNews {
  start state Only {
    on eNews do (n: int) {
      assert false, format("news {0}", n);
    }
  }
}
