// The list of one defer must not repeat an event.
event eMail;
event eParcel;

machine Mailbox {
  start state Locked {
    defer eMail, eParcel, eMail;  //~ error: event 'eMail' already has a handler
  }
}
