// Recursion through the values of a map is an error too.
type tDirectory = map[string, tDirectory];  //~ error: type 'tDirectory' contains itself
event eOpen: string;
machine FileSystem {
  start state Idle { ignore eOpen; }
}
