// A scenario cannot have the name of a spec.
event eGrant: int;
spec Granted observes eGrant {
  start state Watching { ignore eGrant; }
}
scenario Granted observes eGrant {  //~ error: 'Granted' is already declared
  start state Waiting { on eGrant goto Seen; }
  cold state Seen { ignore eGrant; }
}
