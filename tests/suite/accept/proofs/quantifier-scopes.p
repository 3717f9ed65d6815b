// Quantifiers nest, may reuse names of outer quantifiers, locals and fields, and '::' is two colons.
event eAdd: (n: int);
machine Adder {
  var n: int;
  start state Run {
    on eAdd do (a: (n: int)) {
      var m: string;
      assert forall (m: int) :: m >= n || m < n;
      assert exists (a: bool) :: a, "some bool";
      if (forall (n: bool) :: n ==> n) n = n + a.n;
    }
  }
}
invariant outer: forall (x: int) :: exists (x: bool) :: x;
invariant spaced: forall (x: int) : : x == x;
invariant split: exists(a: Adder):
  : a.n == 0;
invariant pairs: (forall (x: int) :: x == x) && (exists (x: Adder) :: x.n == 0);
invariant deep: forall (a: Adder) :: forall (b: Adder) :: exists (k: int) :: forall (j: int) :: k == a.n && j == b.n ==> a == b;
