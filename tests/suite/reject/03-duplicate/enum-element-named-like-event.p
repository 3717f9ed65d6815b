// An enum element cannot have the name of an event.
event Shutdown;
enum tCommand {
  Startup,
  Shutdown  //~ error: 'Shutdown' is already declared
}
