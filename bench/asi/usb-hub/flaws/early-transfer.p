// A device that is asked to wake up lets transfers through at once, and not when the link is up.
fun Flaw(): tFlaw {
  return EARLY_TRANSFER;
}
