// A database that answers any number of clients. Each client either looks something up, or wants a place
// to write to; if the place is free, the database waits for what is to be written there.
//
// The database takes two events. It handles them in the order in which they come, so for the proof they are
// one message with two forms.

param N: int;

event eLookup: machine;     // who wants to know
event eAllocate: machine;   // who wants a place
event eValue: int;          // what was looked up
event ePlace: bool;         // free?
event eWrite: int;

machine Database {
  start state Serving {
    on eLookup do (client: machine) {
      send client, eValue, 0;
    }
    on eAllocate do (client: machine) {
      if ($) {
        send client, ePlace, false;
        return;
      }
      send client, ePlace, true;
      receive { case eWrite: (value: int) { } }
    }
  }
}

machine Client {
  start state Go {
    entry (database: machine) {
      if ($) {
        send database, eLookup, this;
        receive { case eValue: (value: int) { } }
      } else {
        send database, eAllocate, this;
        receive {
          case ePlace: (isFree: bool) {
            if (isFree) {
              send database, eWrite, 1;
            }
          }
        }
      }
    }
  }
}

machine Main {
  start state Go {
    entry {
      var database: machine;
      var i: int;
      database = new Database();
      while (i < N) {
        new Client(database);
        i = i + 1;
      }
    }
  }
}

// What is written comes from the client that was given the place: nobody else can get so far in the meantime.
// sequential: holds
// expect: holds
test param (N in [0, 1, 2]) tcDatabase [main=Main]: { Main, Database, Client };

// The mistake: it writes whether the place is free or not.
machine RudeClient {
  start state Go {
    entry (database: machine) {
      send database, eAllocate, this;
      receive {
        case ePlace: (isFree: bool) {
          send database, eWrite, 1;
        }
      }
    }
  }
}

// sequential: stateful
// expect: violated: no handler for eWrite
test param (N in [1, 2]) tcDatabaseRude [main=Main]: { Main, Database, RudeClient -> Client };
