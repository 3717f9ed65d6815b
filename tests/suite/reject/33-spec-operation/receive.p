// A spec must not receive.
event eRequest;
event eResponse;

spec Paired observes eRequest, eResponse {
  start state Watch {
    on eRequest do {
      receive {  //~ error: 'receive' is not allowed in a spec
        case eResponse: { print "answered"; }
      }
    }
    ignore eResponse;
  }
}
