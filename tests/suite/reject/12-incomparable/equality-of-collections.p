// Collections of different kinds or element types cannot be compared.
fun Check(log: seq[int], members: set[int], words: seq[string]): bool {
  if (log == members) return true;  //~ error: cannot compare seq[int] with set[int]
  return log != words;  //~ error: cannot compare seq[int] with seq[string]
}
event eCheck;
