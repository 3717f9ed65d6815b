// An undeclared type in an event; senders and handlers of the event give no further errors.
event eUpdate: tUpdate;  //~ error: no type named 'tUpdate'
machine Store {
  start state Idle {
    entry { send this, eUpdate, 3; }
    on eUpdate do (u: string) { print u; }
  }
}
