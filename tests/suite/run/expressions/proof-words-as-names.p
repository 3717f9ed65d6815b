// Names that are words of the proof dialect mean what other names mean.
// verdict: violated: assertion @21
fun sent(n: int): int { return n + 1; }
fun exists(n: int): bool { return n == 3; }
machine Main {
  var targets: (sent: int, is: seq[int]);
  var inflight: int;
  start state Init {
    entry {
      var forall: int;
      inflight = 4;
      targets.sent = inflight - 2;
      forall = inflight -1;
      targets.is += (0, forall);
      assert targets.is[0] == 3;
      assert exists(forall);
      assert sent (forall) == 4;
      assert inflight in targets.is || !exists(inflight);
      targets = (sent = sent(sent(targets.sent)), is = targets.is);
      assert targets.sent == 4;
      assert exists(targets.sent);
    }
  }
}
