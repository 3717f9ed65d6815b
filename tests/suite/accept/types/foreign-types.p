// A foreign type is opaque: its values can be stored, compared, passed and put into collections.
type tHandle;
type tAlias = tHandle;
event eOpened: tHandle;
fun Open(name: string): tHandle;
fun Close(handle: tHandle);
machine Reader {
  var handle: tHandle;
  var other: tAlias;
  var all: seq[tHandle];
  var names: map[tHandle, string];
  start state Run {
    entry {
      var box: any;
      handle = Open("file");
      other = handle;
      all += (0, other);
      names[handle] = "file";
      handle = default(tHandle);
      box = handle;
      handle = box as tHandle;
      assert handle == other && handle in all && box == handle;
      send this, eOpened, handle;
      Close(choose(all));
    }
    on eOpened do (h: tHandle) { handle = h; }
  }
}
