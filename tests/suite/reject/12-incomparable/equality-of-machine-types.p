// References with different event sets cannot be compared.
event eRead;
event eWrite;
machine Reader receives eRead; { start state Idle { ignore eRead; } }
machine Writer receives eWrite; { start state Idle { ignore eWrite; } }
fun Same(reader: Reader, writer: Writer, peer: machine): bool {
  if (reader == peer) return true;
  return reader == writer;  //~ error: cannot compare Reader with Writer
}
