// The driver as it should be.
fun Flaw(): tFlaw {
  return NO_FLAW;
}
