// A foreign type is declared without a definition and can be stored, sent, compared and used as a map key.
type tHandle;
type tBlob;
event eOpened: (handle: tHandle, blob: tBlob);
fun OpenHandle(path: string): tHandle;

machine FileTable {
  var names: map[tHandle, string];
  var latest: tHandle;
  var anything: any;
  start state Run {
    entry {
      latest = OpenHandle("a.txt");
      names[latest] = "a.txt";
      anything = latest;
      send this, eOpened, (handle = latest, blob = default(tBlob));
    }
    on eOpened do (o: (handle: tHandle, blob: tBlob)) { assert o.handle == latest; }
  }
}
