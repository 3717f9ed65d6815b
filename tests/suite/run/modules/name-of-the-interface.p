// People see a machine under the interface it was made with.
// verdict tc: violated: assertion @9 I am Back(1.2)
interface Front(bool) receives halt;
interface Back(bool) receives halt;
machine Main { start state Only { entry { new Front(true); new Back(false); } } }
machine Server {
  start state Only {
    entry (ok: bool) {
      assert ok, format("I am {0}", this);
    }
  }
}
test tc [main=Main]: { Main, Server -> Front, Server -> Back };
