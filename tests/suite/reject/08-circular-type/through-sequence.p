// Recursion is an error even through a sequence.
type tTree = seq[tTree];  //~ error: type 'tTree' contains itself
event eTree: int;
machine Gardener {
  start state Idle { ignore eTree; }
}
