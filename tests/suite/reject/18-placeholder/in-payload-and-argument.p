// Placeholders are checked in payloads and arguments.
event eText: string;
fun Shout(text: string): string { return text + "!"; }
machine Client {
  start state Idle {
    entry (server: machine) {
      send server, eText, "{json: 1}";  //~ error: bad placeholder
      print Shout("{who}");  //~ error: bad placeholder
    }
  }
}
