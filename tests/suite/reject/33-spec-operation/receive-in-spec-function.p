// A function of a spec must not receive.
event eRequest;
event eResponse: int;

spec Paired observes eRequest, eResponse {
  var last: int;
  start state Watch {
    on eRequest do Await;
    ignore eResponse;
  }
  fun Await() {
    receive {  //~ error: 'receive' is not allowed in a spec
      case eResponse: (n: int) { last = n; }
    }
  }
}
