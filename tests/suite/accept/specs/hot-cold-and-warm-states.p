// States of a spec may be hot, cold or unmarked; the start state may be any of them.
event eRequest;
event eResponse;
event eReset;

spec Progress observes eRequest, eResponse, eReset {
  start cold state Idle { on eRequest goto Pending; ignore eResponse, eReset; }
  hot state Pending { on eResponse goto Idle; on eReset goto Between; ignore eRequest; }
  state Between { on eRequest goto Pending; ignore eResponse, eReset; }
}

spec StartsHot observes eResponse {
  start hot state Waiting { on eResponse goto Served; }
  cold state Served { ignore eResponse; }
}

spec StartsWarm observes eReset {
  start state Fresh { on eReset goto Stuck; }
  hot state Stuck { }
}
