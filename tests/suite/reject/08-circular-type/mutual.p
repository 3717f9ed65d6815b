// Two types that contain each other give one error.
type tFile = (name: string, parent: tFolder); type tFolder = seq[tFile];  //~ error: contains itself
event eOpen: string;
machine FileSystem {
  start state Idle { ignore eOpen; }
}
