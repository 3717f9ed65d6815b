// The variable of a 'foreach' needs the element type: through aliases, or as a reference with equal events.
event eRead;
event eWrite;
interface Disk() receives eRead;
eventset Readers = { eRead };
type tId = int;
type tRow = (id: tId, who: Disk);
machine Left { start state Run { } }
machine Looper {
  var disks: set[Disk]; var ids: seq[tId]; var rows: seq[tRow]; var lefts: set[Left]; var bag: seq[any]; var team: set[machine];
  start state Run {
    entry {
      var reader: Readers; var n: int; var id: tId; var row: (id: int, who: Readers); var me: Looper;
      var box: any; var who: machine;
      foreach (reader in disks) send reader, eRead;
      foreach (n in ids) foreach (id in ids) ;
      foreach (row in rows) send row.who, eRead;
      foreach (me in lefts) send me, eWrite;
      foreach (box in bag) ;
      foreach (who in team) ;
    }
  }
}
