"""Models that several of the tests check, and what is said about them."""
import re

from harness import check

PING = '''event ePing: machine;
event ePong;
machine Main {
  start state Init {
    entry {
      var s: machine;
      s = new Server();
      send s, ePing, this;
      receive { case ePong: { } }
    }
  }
}
machine Server {
  start state Wait {
    on ePing do (who: machine) { send who, ePong; }
  }
}
'''
START = 'machine Main { start state S { entry { '
END = ' } } }\n'
# Infinitely many states.
COUNT = '''event eNext: int;
machine Main {
  start state Run {
    entry { send this, eNext, 0; }
    on eNext do (k: int) { send this, eNext, k + 1; }
  }
}
'''
# Very many ways in the first step.
CHOOSE = '''machine Main {
  var x: int; var y: int;
  start state S { entry { x = choose(10000); y = choose(10000); assert x + y >= 0; } }
}
'''
# Six machines race: 720 orders.
RACE = '''event eGo;
event eGot: int;
machine Main {
  var i: int;
  var n: int;
  start state S {
    entry {
      var b: machine;
      while (i < 6) { i = i + 1; b = new Boss((up = this, k = i)); send b, eGo; }
    }
    on eGot do (k: int) { n = n * 8 + k; assert n != LAST, format("n is {0}", n); }
  }
}
machine Boss {
  var p: (up: machine, k: int);
  start state S {
    entry (q: (up: machine, k: int)) { p = q; }
    on eGo do { var kid: machine; kid = new Kid(p); send kid, eGo; }
  }
}
machine Kid {
  var p: (up: machine, k: int);
  start state S {
    entry (q: (up: machine, k: int)) { p = q; }
    on eGo do { send p.up, eGot, p.k; }
  }
}
'''
RACE_HOLDS = RACE.replace('LAST', '0 - 1')
RACE_FAILS = RACE.replace('LAST', str(2 * 8 + 1))  # 2 comes first, then 1
# One test for each outcome.
OUTCOMES = '''machine Fine { start state S { } }
machine Wrong { start state S { entry { assert false, "always"; } } }
event eNext: int;
machine Endless {
  start state S { entry { send this, eNext, 0; } on eNext do (k: int) { send this, eNext, k + 1; } }
}
test tFine [main=Fine]: { Fine };
test tWrong [main=Wrong]: { Wrong };
test tEndless [main=Endless]: { Endless };
test tGood [main=Fine]: { Fine };
test tBad [main=Wrong]: { Wrong };
'''
# A hot loop: every second eTick goes back to where it was.
LASSO = '''event eTick;
event eDone;
machine Main {
  start state Go { entry { send this, eTick; goto Even; } }
  state Even { on eTick do { send this, eTick; goto Odd; } }
  state Odd { on eTick do { send this, eTick; goto Even; } }
}
spec Finishes observes eTick, eDone {
  start state Before { on eTick goto Waiting; }
  hot state Waiting { ignore eTick; on eDone goto Over; }
  cold state Over { ignore eTick, eDone; }
}
test tLasso [main=Main]: assert Finishes in { Main };
'''
PARAMS = '''param n: int;
param b: bool;
machine Main { start state S { entry { assert n != 3, "three"; } } }
test tPlain [main=Main]: { Main };
test param (n in [1, 3], b in [true, false]) tAll [main=Main]: { Main };
test param (n in [2, 3]) tAllMore [main=Main]: { Main };
'''
# A way of two steps and one of many to the same failure; depth first meets the long one.
PATHS = '''event eStep: int;
machine Main {
  var far: bool;
  start state S {
    entry { if ($) { send this, eStep, 9; } else { far = true; send this, eStep, 0; } }
    on eStep do (k: int) { assert k < 9, "nine"; send this, eStep, k + 1; }
  }
}
'''
FIFO = '''event eX: int;
machine Main {
  var last: int;
  start state S {
    entry { new Src(this); }
    on eX do (n: int) { assert n > last; last = n; }
  }
}
machine Src { start state S { entry (up: machine) { send up, eX, 1; send up, eX, 2; } } }
'''
# What Src sends to Main came before what it makes Relay send there.
RELAY = '''event eX: int;
event eGo: machine;
machine Main {
  var last: int;
  start state S {
    entry { new Src(this); }
    on eX do (n: int) { assert n > last; last = n; }
  }
}
machine Src {
  start state S {
    entry (up: machine) { var r: machine; r = new Relay(); send up, eX, 1; send r, eGo, up; }
  }
}
machine Relay { start state S { on eGo do (up: machine) { send up, eX, 2; } } }
'''
# Two pings; every pong beyond those asked for is wrong.
PONGS = '''event ePing: machine;
event ePong;
machine Main {
  var got: int;
  start state Init {
    entry {
      var s: machine;
      s = new Server();
      send s, ePing, this;
      send s, ePing, this;
    }
    on ePong do {
      got = got + 1;
      assert got < 3, "one too many";
      assert got != MOST, "most";
    }
  }
}
machine Server { start state Wait { on ePing do (who: machine) { send who, ePong; } } }
'''
# A step that nothing ends but a second signal.  Files tell how far it is: a sleep ends early when a signal was heard.
SLEEPER = '''#include <synod_foreign.h>
#include <fcntl.h>
#include <unistd.h>
static void tell(const char *file) { close(open(file, O_CREAT | O_WRONLY, 0600)); }
syn_value Sleep(const syn_env *env, const syn_value *args, size_t count)
{
    tell("asleep");
    while (sleep(40) > 0)
        tell("woken");
    return env->make_int(env, 1);
}
'''
SLEEPS = 'fun Sleep(): int;\nmachine Main { start state S { entry { Sleep(); } } }\n'
AGAIN = 'DefaultImpl: violated again: assertion failed\n'
COVERAGE = r'  coverage: .*\n(?:  (?:note|vacuous): .*\n)*'
HOLDS = (r'holds: exhausted, all [\d,]+ states, [\d,]+ transitions?, depth [\d,]+, \d+\.\d\d s(?: \(.*\))?\n'
         + COVERAGE)
SAMPLED = (r'sampled: no violation in [\d,]+ schedules? \([\d,]+ different behaviours?, '
           r'(?:[\d,]+ different states?, )?[\d,]+ steps?, \d+\.\d\d s\)(?: \(.*\))?\n' + COVERAGE)
NO_TIME = re.compile(r'\d+\.\d\d(?= s\b)|\d+\.\d\d$', re.M)


# What is said of an undecided test: each reason names a place.  diagnose.py looks at it more closely.
REASONS_AND_LIMIT = r'(?:  why: .* at \S+:\d+.*\n){1,2}  try: synod check .*\n'
REASONS = REASONS_AND_LIMIT + r'  (?:not )?tried: .*\n'


def unknown(reason, more=''):
    return (rf'unknown: {reason} after [\d,]+ states?, [\d,]+ transitions?, depth [\d,]+, '
            rf'\d+\.\d\d s; no violation so far{more}\n')


def without_times(text):
    return NO_TIME.sub('T', text)


def number(text, word):
    """The count before WORD: '1,234 states' is 1234."""
    found = re.search(rf'([\d,]+) {word}', text)
    check(found, f'no count of {word} in {text!r}')
    return int(found.group(1).replace(',', ''))


def grid(machines, steps):
    """Machines that count by themselves: (steps + 1) ** machines states and more."""
    return f'''event eGo;
machine Main {{
  start state S {{ entry {{ var i: int; while (i < {machines}) {{ new M(); i = i + 1; }} }} }}
}}
machine M {{
  var n: int;
  start state S {{
    entry {{ send this, eGo; }}
    on eGo do {{ n = n + 1; if (n < {steps}) {{ send this, eGo; }} }}
  }}
}}
'''


def late_grid(machines, steps):
    """Those of a grid, and a violation when the last of them is done."""
    text = grid(machines, steps).replace(
        'start state S { entry { var i', f'var d: int; start state S {{\n'
        f'    on eDone do {{ d = d + 1; assert d < {machines}, "late"; }}\n    entry {{ var i')
    text = text.replace('new M()', 'new M(this)').replace('entry { send this, eGo; }',
                                                         'entry (m: machine) { boss = m; send this, eGo; }')
    return 'event eDone;\n' + text.replace('var n: int;', 'var n: int; var boss: machine;').replace(
        'send this, eGo; } }', 'send this, eGo; } else { send boss, eDone; } }')
