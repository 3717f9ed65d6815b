// To defer a message is to promise a handler in the state where it comes up again.
// verdict: violated: unhandled-event @7 eItem
event eItem;
event eGo;
machine Main {
  start state First { entry { send this, eItem; send this, eGo; } defer eItem; on eGo goto Second; }
  state Second { }
}
