// Three illegal coercions among legal ones.
event eRead; event eWrite; event eLock;
interface Readable() receives eRead;
interface Storage() receives eRead, eWrite;
interface Lockable() receives eLock;
fun Convert(store: Storage, peer: machine) {
  var readable: Readable;
  var lockable: Lockable;
  readable = store to Readable;
  lockable = peer to Lockable;
  store = readable to Storage;  //~ error: does not accept
  lockable = store to Lockable;  //~ error: does not accept
  readable = lockable to Readable;  //~ error: does not accept
}
