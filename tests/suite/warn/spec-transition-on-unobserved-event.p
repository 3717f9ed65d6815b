// A transition of a spec on an event that it does not observe is suspect.
event eRequest;
event eResponse;

machine Client {
  start state Run {
    entry { send this, eRequest; send this, eResponse; }
    ignore eRequest, eResponse;
  }
}

spec Answered observes eRequest {
  start cold state Idle { on eRequest goto Waiting; }
  hot state Waiting {
    ignore eRequest;
    on eResponse goto Idle;  //~ warning: spec 'Answered' handles 'eResponse', which it does not observe
  }
}
