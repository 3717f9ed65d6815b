// A firewall between any number of clients and a server: bad requests do not get through.

param N: int;

type tRequest = (client: machine, good: bool);

event eRequest: tRequest;                          // client to firewall
event eForward: (firewall: machine, good: bool);   // firewall to server
event eReply: int;                                 // server to firewall
event eResponse: int;                              // firewall to client

machine Server {
  start state Serving {
    on eForward do (r: (firewall: machine, good: bool)) {
      assert r.good, "a bad request has come through";
      send r.firewall, eReply, 1;
    }
  }
}

machine Firewall {
  var server: machine;

  start state Guarding {
    entry (s: machine) {
      server = s;
    }
    on eRequest do (r: tRequest) {
      if (!r.good) {
        return;
      }
      send server, eForward, (firewall = this, good = r.good);
      receive {
        case eReply: (answer: int) {
          send r.client, eResponse, answer;
        }
      }
    }
  }
}

machine Client {
  start state Go {
    entry (firewall: machine) {
      var good: bool;
      good = $;
      send firewall, eRequest, (client = this, good = good);
      if (good) {
        receive { case eResponse: (answer: int) { } }
      }
    }
  }
}

machine Main {
  start state Go {
    entry {
      var firewall: machine;
      var i: int;
      firewall = new Firewall(new Server());
      while (i < N) {
        new Client(firewall);
        i = i + 1;
      }
    }
  }
}

// sequential: holds
// expect: holds
test param (N in [0, 1, 2]) tcFirewall [main=Main]: { Main, Firewall, Server, Client };

// The mistake: everything gets through.
machine OpenFirewall {
  var server: machine;

  start state Guarding {
    entry (s: machine) {
      server = s;
    }
    on eRequest do (r: tRequest) {
      send server, eForward, (firewall = this, good = r.good);
      receive {
        case eReply: (answer: int) {
          send r.client, eResponse, answer;
        }
      }
    }
  }
}

// sequential: assert @15
// expect: violated: a bad request has come through
test param (N in [1, 2]) tcFirewallOpen [main=Main]: { Main, OpenFirewall -> Firewall, Server, Client };
