// 'as' cannot narrow a reference to fewer events; that is what 'to' is for.
event eRead;
event eWrite;
machine Archive receives eRead, eWrite; { start state Idle { ignore eRead, eWrite; } }
interface Readable() receives eRead;
fun Narrow(archive: Archive): Readable {
  if (1 > 2) return archive to Readable;
  return archive as Readable;  //~ error: cannot cast Archive to Readable
}
