// Two machine types fit each other only if they receive the same events.
event eRead;
event eWrite;
machine Reader receives eRead; { start state Idle { ignore eRead; } }
machine Archive receives eRead, eWrite; { start state Idle { ignore eRead, eWrite; } }
machine Client {
  var reader: Reader;
  start state Idle {
    entry (archive: Archive) {
      reader = archive;  //~ error: expected Reader, found Archive
      archive = new Reader();  //~ error: expected Archive, found Reader
    }
  }
}
