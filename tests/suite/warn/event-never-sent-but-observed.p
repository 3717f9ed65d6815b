// An event that only a spec observes and nobody sends is dead.
event eRequest;
event eResponse;  //~ warning: event 'eResponse' is never sent

machine Client {
  start state Run { entry { send this, eRequest; } ignore eRequest; }
}

spec Answered observes eRequest, eResponse {
  start cold state Idle { on eRequest goto Waiting; ignore eResponse; }
  hot state Waiting { on eResponse goto Idle; ignore eRequest; }
}
