// A hub that is pulled out while it starts stops its ports before they have answered.
fun Flaw(): tFlaw {
  return HASTY_REMOVAL;
}
