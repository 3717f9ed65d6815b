// The modules of a composition must not send the same event.
event eLog: string;
event eRead;

machine Reader sends eRead, eLog; {
  start state Run { entry { send this, eRead; send this, eLog, "read"; } ignore eRead, eLog; }
}
machine Writer sends eLog; {
  start state Run { entry { send this, eLog, "write"; } ignore eLog; }
}

module System = compose { Reader }, { Writer };  //~ error: both send 'eLog'
