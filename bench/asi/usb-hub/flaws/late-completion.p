// A device that is unplugged counts as removed while a control request is still under way: its
// answer comes to the next device, or to none.
fun Flaw(): tFlaw {
  return LATE_COMPLETION;
}
