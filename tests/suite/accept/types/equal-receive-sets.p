// Reference types are compared by their events only: names, order and spelling of the lists do not matter.
event eRead: int;
event eWrite: int;
event eSync;
interface Disk() receives eRead, eWrite;
interface Memory(int) receives eWrite, eRead;
eventset ReadWrite = { eRead, eWrite };
machine Cache receives eRead; receives eWrite; { start state Run { ignore eRead, eWrite; } }
machine User {
  start state Run {
    entry {
      var disk: Disk; var memory: Memory; var cache: Cache; var either: ReadWrite;
      disk = new Memory(3);
      memory = disk;
      cache = memory;
      either = new Cache();
      disk = either; memory = either; cache = either; either = disk;
      assert disk == cache && either != memory;
      Use(disk); Use(cache); Use(either);
    }
  }
  fun Use(store: Memory): Disk { return store; }
}
