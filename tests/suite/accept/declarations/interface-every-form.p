// An interface has an optional constructor type and a possibly empty list of received events.
event eRead: int;
event eWrite: (int, int);
interface Silent() receives;
interface Reader() receives eRead;
interface Writer(int) receives eWrite, halt;
interface Store((size: int, owner: Reader)) receives eRead, eWrite;
interface Grid((int, int)) receives eRead;
interface Whatever(any) receives halt;
interface Later(tLater) receives eLater;
event eLater: tLater;
type tLater = seq[Store];

machine Maker {
  var reader: Reader;
  var store: Store;
  var all: seq[machine];
  start state Make {
    entry {
      reader = new Reader();
      store = new Store((size = 3, owner = reader));
      all += (0, new Grid(1, 2));
      all += (1, new Grid((1, 2)));
      all += (2, new Whatever(true));
      all += (3, new Writer(8));
      new Silent();
    }
  }
}
