// An event may carry every type, or nothing.
enum Level { LOW, HIGH }
type tOpaque;
event eNothing;
event eBool: bool;
event eInt: int;
event eFloat: float;
event eString: string;
event eEvent: event;
event eMachine: machine;
event eData: data;
event eAny: any;
event eEnum: Level;
event eForeign: tOpaque;
event eSeq: seq[int];
event eSet: set[machine];
event eMap: map[string, set[int]];
event eTuple: (int, bool);
event eOneTuple: (int);
event eNamed: (who: machine, level: Level);
event eOneNamed: (level: Level);
event eReceiver: Receiver;
event ePool: Pool;
event eControl: Control;

eventset Control = { eNothing, halt };
interface Pool(int) receives eInt;

machine Receiver {
  start state Run { }
}
