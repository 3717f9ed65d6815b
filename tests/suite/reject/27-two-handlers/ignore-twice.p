// Even ignoring an event twice is an error.
event eMail;
event eParcel;

machine Mailbox {
  start state Locked {
    ignore eMail;
    ignore eParcel;
    ignore eMail;  //~ error: event 'eMail' already has a handler
  }
}
