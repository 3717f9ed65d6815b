// '==>' and '<==>' type-check in every program, proofs or not.
event eReply: (ok: bool, code: int);
fun Implies(p: bool, q: bool): bool { return p ==> q; }
spec Replies observes eReply {
  start state Watch {
    on eReply do (r: (ok: bool, code: int)) { assert r.ok <==> r.code == 0; }
  }
}
machine Server {
  var open: bool;
  start state Run {
    entry (n: int) {
      assert n > 0 ==> n != 0;
      assert open ==> n == 1 ==> n < 2 <==> !open || n >= 1, "chain";
      if (open ==> $) open = n == 1 <==> open;
      while (!(open <==> open)) open = Implies(open, n < 3 ==> open);
      announce eReply, (ok = n == 0 ==> open, code = n);
    }
  }
}
