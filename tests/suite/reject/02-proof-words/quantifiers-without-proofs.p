// Quantifiers are errors in a program without any proof declaration.
fun AllSmall(limit: int): bool {
  return forall (n: int) :: n < limit;  //~ error: only in proofs
}
fun SomeLarge(limit: int): bool {
  return exists (n: int) :: n > limit;  //~ error: only in proofs
}
