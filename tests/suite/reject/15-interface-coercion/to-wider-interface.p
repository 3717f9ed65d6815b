// A reference cannot be turned into one that accepts more events.
event eRead;
event eWrite;
interface Readable() receives eRead;
interface Storage() receives eRead, eWrite;
fun Widen(store: Readable): Storage {
  return store to Storage;  //~ error: does not accept
}
