// A port that gives up before its turn passes on what it does not have: the next one has company.
fun Flaw(): tFlaw {
  return WAITER_RELEASES;
}
