// A global function may send, announce, create, receive, raise and choose for the machine that calls it.
event eAsk: machine;
event eReply: int;
event eDone;
machine Server { start state Run { on eAsk do (who: machine) { send who, eReply, 1; } } }
fun Ask(me: machine): int {
  var server: Server;
  var result: int;
  server = new Server();
  send server, eAsk, me;
  receive { case eReply: (n: int) { result = n; } }
  announce eDone;
  if ($) return choose(result + 1);
  return result;
}
fun Finish(ok: bool) { if (ok) raise eDone; raise halt; }
machine Client {
  start state Run { entry { Finish(Ask(this) > 0); } ignore eDone; }
}
