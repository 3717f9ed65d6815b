// A machine without 'receives' clause accepts every event, so no narrower reference becomes one.
event eRead;
event eWrite;
machine Archive { start state Idle { ignore eRead, eWrite; } }
interface Readable() receives eRead;
fun Widen(store: Readable): Archive {
  return store to Archive;  //~ error: does not accept
}
