// A state must not both defer and ignore an event.
event eMail;

machine Mailbox {
  start state Locked {
    defer eMail;
    ignore eMail;  //~ error: event 'eMail' already has a handler
  }
}
