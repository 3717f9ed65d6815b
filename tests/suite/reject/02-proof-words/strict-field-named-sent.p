// Under strict P a proof word is refused even where a name was meant.
// flags: --strict-p
machine Mailer {
  var received: int;
  var sent: int;  //~ error: 'sent'
  start state Idle { }
}
