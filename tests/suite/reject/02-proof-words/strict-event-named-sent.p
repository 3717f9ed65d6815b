// 'sent' cannot name an event.
// flags: --strict-p
event eSend: int;
event sent: int;  //~ error: 'sent' is a reserved word
machine Mailer {
  start state Idle { ignore eSend; }
}
