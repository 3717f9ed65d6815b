// An undeclared result type; uses of the result give no further errors.
fun Newest(): tVersion;  //~ error: no type named 'tVersion'
fun IsNew(version: int): bool {
  return Newest() == version;
}
fun Label(): string { return "v" + Newest(); }
