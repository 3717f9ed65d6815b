"""A terminal for tests: what people would see of a program's output.

It understands what Synod writes: text, \\r, \\n, \\b, and the sequences to move up, to
clear a line or all that follows, and to change the colour.  Anything else is an error.
Lines that are too long are wrapped, and wrapped anew when the width changes.
"""
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

from harness import LIMIT

SEQUENCE = re.compile(r'\033\[(\d*)([AJKm])')
COMPLETE = re.compile(r'\033\[\d*A')  # a display ends where the cursor goes back to its first line


class Terminal:
    """Screen with a history that goes up without end; each line keeps its whole text."""

    def __init__(self, columns, rows=24):
        self.columns, self.rows = columns, rows
        self.lines = ['']
        self.row = self.column = 0
        self.widest = 0  # line that was ever written
        self.rest = ''   # of a sequence that has not come whole
        self.styles = set()

    def feed(self, text):
        text, self.rest = self.rest + text, ''
        at = 0
        while at < len(text):
            c = text[at]
            if c == '\033':
                found = SEQUENCE.match(text, at)
                if not found:
                    if len(text) - at < 8:
                        self.rest = text[at:]
                        return
                    raise ValueError(f'unknown sequence {text[at:at + 8]!r}')
                self.obey(found[1], found[2])
                at = found.end()
                continue
            self.put(c)
            at += 1

    def obey(self, number, what):
        if what == 'A':
            # Rows are those of the screen: lines that were wrapped take several.
            for _ in range(int(number or 1)):
                self.row = max(self.row - 1, 0)
        elif what == 'K':
            self.lines[self.row] = self.lines[self.row][:self.column]
        elif what == 'J':
            self.lines[self.row] = self.lines[self.row][:self.column]
            del self.lines[self.row + 1:]
        else:
            self.styles.add(number)

    def put(self, c):
        if c == '\r':
            self.column = 0
        elif c == '\n':
            self.row += 1
            if self.row == len(self.lines):
                self.lines.append('')
        elif c < ' ':
            raise ValueError(f'a control character {c!r}')
        else:
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[:self.column] + c + line[self.column + 1:]
            self.column += 1
            self.widest = max(self.widest, self.column)

    def text(self):
        return '\n'.join(x.rstrip() for x in self.lines)


class Session:
    """A child on a pseudo-terminal, and what is seen of it."""

    def __init__(self, place, master, slave, *args, columns=80, rows=24, env=None, out=True):
        self.master, self.raw, self.unseen = master, '', ''
        self.screen = Terminal(columns, rows)
        self.slave = slave
        self.resize(columns, rows)
        environment = {'TERM': 'xterm', **(env or {})}
        how = {'stdout': slave} if out else {}
        self.child = place.start(*args, stderr=slave, stdin=slave, env=environment,
                                 start_new_session=True, preexec_fn=self.take_terminal, **how)
        self.place = place

    def take_terminal(self):
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def resize(self, columns, rows=24):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
        self.screen.columns, self.screen.rows = columns, rows
        self.screen.widest = 0

    def get(self, seconds):
        """What comes within so long is yet to be seen; False: nothing did."""
        if self.unseen == '' and select.select([self.master], [], [], seconds)[0]:
            self.unseen = os.read(self.master, 65536).decode()
        return self.unseen != ''

    def see(self):
        """Up to where a display is complete, so that none is missed by who comes late."""
        found = COMPLETE.search(self.unseen)
        end = found.end() if found else len(self.unseen)
        text, self.unseen = self.unseen[:end], self.unseen[end:]
        self.raw += text
        self.screen.feed(text)

    def read(self, seconds):
        """Sees what comes within so long; False: nothing did."""
        is_there = self.get(seconds)
        while self.unseen != '':
            self.see()
        return is_there

    def wait_for(self, is_there, limit=LIMIT):
        """Until IS_THERE, a text or a function of the screen's text, is on the screen."""
        end = time.monotonic() + limit
        test = is_there if callable(is_there) else lambda text: is_there in text
        while not test(self.screen.text()):
            if time.monotonic() > end:
                raise AssertionError(f'not seen within {limit} s: {is_there!r}; the screen:\n'
                                     f'{self.screen.text()}\nlast bytes: {self.raw[-600:]!r}')
            if self.get(0.1):
                self.see()

    def type(self, text):
        os.write(self.master, text.encode())

    def signal(self, which=signal.SIGUSR1):
        self.child.send_signal(which)

    def stop(self):
        """Ends a check that has no end; the Result."""
        self.signal(signal.SIGINT)
        return self.finish().expect(3)

    def finish(self, codes=(0, 1, 2, 3, 4), limit=LIMIT):
        """The Result; the screen shows all that was written."""
        end = time.monotonic() + limit
        while self.child.poll() is None and time.monotonic() < end:
            self.read(0.02)
        r = self.place.finish(self.child, codes=codes, limit=1)
        while self.read(0.05):
            pass
        return r
