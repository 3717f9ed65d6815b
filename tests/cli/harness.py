"""What the tests of the `synod` command have in common.

    python3 FILE.py SYNOD REPO_ROOT [WORD...]     run.py, check.py, progress.py, watch.py, ...

With WORDs, only the tests whose name contains one of them.  Every test has a folder of
its own, which is also the working folder of the commands it runs.  A command that
takes longer than LIMIT, dies of a signal or shows a report of a sanitizer fails its test.
"""
import concurrent.futures
import difflib
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

SYNOD = ''
ROOT = ''
LIMIT = 60  # seconds: who is not done by then hangs, even under a sanitizer on a busy machine
SANITIZER = re.compile(rb'(Address|Leak|Memory|UndefinedBehavior)Sanitizer|runtime error:')
TESTS = []
COMPLAINT = 'synod: see \'synod --help\'\n'
ESCAPE = '\033['


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def test(f):
    TESTS.append((f.__name__, f))
    return f


def cases(*table):
    """One test for each row: (name, argument...)."""
    def add(f):
        for row in table:
            TESTS.append((f'{f.__name__}[{row[0]}]', lambda t, row=row: f(t, *row[1:])))
        return f
    return add


def check(condition, why):
    """WHY: a text, or the Result that is to be shown."""
    if not condition:
        raise Failure(why if isinstance(why, str) else why.describe())


class Result:
    def __init__(self, args, code, out, err, seconds):
        self.args, self.code, self.seconds = args, code, seconds
        self.raw_out, self.raw_err = out, err
        self.out = out.decode('utf-8', 'surrogateescape')
        self.err = err.decode('utf-8', 'surrogateescape')

    def describe(self):
        def cut(text):
            return text if len(text) < 900 else text[:500] + '[...]' + text[-300:]
        return (f'  command: synod {" ".join(map(repr, self.args))}\n  exit code: {self.code}'
                f'  ({self.seconds:.1f} s)\n  stdout: {cut(self.out)!r}\n  stderr: {cut(self.err)!r}')

    def fail(self, why):
        raise Failure(f'{why}\n{self.describe()}')

    def expect(self, code, out=None, err=None):
        """Exit code and, where given, the complete text of both streams."""
        if self.code != code:
            self.fail(f'exit code {self.code}, expected {code}')
        for what, want, got in (('stdout', out, self.out), ('stderr', err, self.err)):
            if want is not None and want != got:
                diff = '\n'.join(difflib.unified_diff(
                    want.splitlines(), got.splitlines(), 'expected', 'found', lineterm=''))
                self.fail(f'{what} differs:\n{diff[:3000]}')
        return self

    def matches(self, pattern):
        """All of stdout."""
        if not re.fullmatch(pattern, self.out):
            self.fail(f'stdout does not match {pattern!r}')
        return self

    def has(self, *texts):
        for text in texts:
            if text not in self.err + self.out:
                self.fail(f'{text!r} is missing')
        return self

    def lacks(self, *texts):
        for text in texts:
            if text in self.err + self.out:
                self.fail(f'{text!r} should not be there')
        return self

    def within(self, seconds):
        if self.seconds > seconds:
            self.fail(f'took {self.seconds:.1f} s, expected at most {seconds}')
        return self

    def bounded(self, limit=20_000):
        size = len(self.raw_out) + len(self.raw_err)
        if size > limit:
            self.fail(f'{size} bytes of output, expected at most {limit}')
        return self

    def complaint(self, text):
        """A mistake on the command line."""
        return self.expect(2, '', f'synod: error: {text}\n{COMPLAINT}')

    def objects(self):
        try:
            return [json.loads(line) for line in self.raw_err.decode('utf-8').splitlines()]
        except ValueError as e:
            self.fail(f'not one JSON object a line: {e}')


class Place:
    """The folder of one test."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(text if isinstance(text, bytes) else text.encode())
        return name

    def wait_for_file(self, name, child):
        wait_until(lambda: os.path.exists(self.path(name)), f'there is a file {name}', child)

    def project(self, name, *parts, project_name='Shop'):
        return self.write(name, f'<Project>\n<ProjectName>{project_name}</ProjectName>\n' +
                          '\n'.join(parts) + '\n</Project>\n')

    def json(self, name):
        with open(self.path(name), 'rb') as f:
            return json.loads(f.read().decode('utf-8'))

    def page_data(self, name):
        """What the page that --html wrote embeds, read as a browser reads it."""
        with open(self.path(name), encoding='utf-8') as f:
            text = f.read()
        found = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
        check(len(found) == 1, f'{len(found)} data elements')
        check(not re.search('[<>&\u2028\u2029]', found[0]), 'not escaped')
        check(text.count('<script') == 2 and text.rstrip().endswith('</html>'), 'not one whole page')
        return json.loads(found[0])

    def library(self, source, name='f.so'):
        """Compiles foreign functions."""
        compiler = shutil.which('cc')
        if compiler is None:
            raise Skip('no C compiler')
        self.write(f'{name}.c', source)
        r = subprocess.run([compiler, '-shared', '-fPIC', '-Wall', '-Werror', '-o', name,
                            f'-I{ROOT}/include', f'{name}.c'], cwd=self.folder, capture_output=True,
                           timeout=LIMIT, check=False)
        check(r.returncode == 0, r.stderr.decode())

    def start(self, *args, cwd=None, env=None, before=(), program=None, **how):
        """BEFORE: a command that runs synod, which gets synod's name and arguments.
        PROGRAM: another one than synod."""
        environment = {k: v for k, v in os.environ.items() if k != 'NO_COLOR'}
        environment.update({'LC_ALL': 'C'}, **(env or {}))
        how = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE,
               'stderr': subprocess.PIPE, **how}
        child = subprocess.Popen([*before, program or SYNOD, *args], cwd=cwd or self.folder,
                                 env=environment, **how)
        child.arguments, child.begin = args, time.monotonic()
        return child

    def finish(self, child, limit=LIMIT, codes=(0, 1, 2, 3, 4)):
        args = child.arguments
        try:
            out, err = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            raise Failure(f'not finished after {limit} s: synod {" ".join(map(repr, args))}'
                          ) from None
        r = Result(args, child.returncode, out or b'', err or b'', time.monotonic() - child.begin)
        if SANITIZER.search(r.raw_err):
            r.fail('a sanitizer complains')
        if r.code not in codes:
            r.fail('crash' if r.code < 0 else 'an exit code that is not documented')
        return r

    def run(self, *args, limit=LIMIT, codes=(0, 1, 2, 3, 4), **how):
        return self.finish(self.start(*args, **how), limit, codes)

    def compile(self, *args, **how):
        return self.run('compile', *args, codes=(0, 2, 4), **how)

    def check(self, *args, **how):
        return self.run('check', *args, **how)

    def result(self, *args, code, **how):
        """The only result of a check, as --json has it."""
        self.check('-q', '-Woff', *args, '--json=result.json', **how).expect(code)
        results = self.json('result.json')['results']
        check(len(results) == 1, f'{len(results)} results')
        return results[0]

    def replay(self, *args, **how):
        return self.run('replay', *args, **how)


def closed_pipe():
    """A pipe to write to that nobody reads: what `| head -1` leaves."""
    ends = os.pipe()
    os.close(ends[0])
    return os.fdopen(ends[1], 'wb')


def has_sanitizer():
    out = subprocess.run(['nm', '-D', SYNOD], capture_output=True, check=False).stdout
    return b'__asan' in out or b'__tsan' in out


def with_memory(megabytes):
    return ['sh', '-c', f'ulimit -v {megabytes * 1024} && exec "$0" "$@"']


def wait_until(is_true, what, child=None):
    """WHAT: what is waited for.  CHILD must not end before that."""
    end = time.monotonic() + LIMIT
    while not is_true():
        check(child is None or child.poll() is None, f'it ended before: {what}')
        check(time.monotonic() < end, f'not within {LIMIT} s: {what}')
        time.sleep(0.01)


def wait_until_caught(child, which):
    """Until CHILD has a handler for the signal."""
    def is_caught():
        with open(f'/proc/{child.pid}/status') as f:
            return int(re.search(r'SigCgt:\s*(\w+)', f.read())[1], 16) >> (which - 1) & 1
    wait_until(is_caught, f'it catches signal {int(which)}', child)


def need_little_memory(t):
    """A command that gives another little, if synod can begin with that."""
    before = with_memory(64)
    if subprocess.run([*before, SYNOD, '--version'], capture_output=True, check=False,
                      cwd=t.folder).returncode != 0:
        raise Skip('needs more memory than that to begin with, or has a sanitizer')
    return before


def open_terminal():
    try:
        return pty.openpty()
    except OSError:  # a container without /dev/pts
        raise Skip('no pseudo-terminals here') from None


def read_terminal(master):
    text = b''
    while select.select([master], [], [], 0.2)[0]:
        text += os.read(master, 65536)
    return text


# ---- Running ----

def run_one(base, index, name, f):
    folder = os.path.join(base, str(index))
    os.mkdir(folder)
    begin = time.monotonic()
    try:
        f(Place(folder))
        return name, 'pass', '', time.monotonic() - begin
    except Skip as e:
        return name, 'skip', str(e), 0
    except Failure as e:
        return name, 'FAIL', str(e), time.monotonic() - begin
    except Exception:  # a fault in a test must not hide the results of the others
        return name, 'FAIL', traceback.format_exc(), time.monotonic() - begin
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def heed_signals():
    """Who starts the tests in the background may ignore signals, and synod would inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for which in signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM:
        signal.signal(which, signal.SIG_DFL)


def main():
    global SYNOD, ROOT
    if len(sys.argv) < 3:
        print(__doc__.strip())
        return 2
    SYNOD, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    words = sys.argv[3:]
    heed_signals()
    chosen = [x for x in TESTS if not words or any(w in x[0] for w in words)]
    base = tempfile.mkdtemp(prefix='synod-cli-')
    failed = skipped = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
            jobs = [pool.submit(run_one, base, i, *x) for i, x in enumerate(chosen)]
            for job in jobs:
                name, verdict, why, _ = job.result()
                failed += verdict == 'FAIL'
                skipped += verdict == 'skip'
                if verdict != 'pass':
                    print(f'{verdict}: {name}: {why}', flush=True)
            if 'SLOW' in os.environ:
                for x in sorted((j.result() for j in jobs), key=lambda x: -x[3])[:12]:
                    print(f'{x[3]:.1f} s {x[0]}')
    finally:
        shutil.rmtree(base, ignore_errors=True)
    if skipped > 0:
        print(f'{skipped} skipped')
    print(f'{len(chosen) - failed - skipped} passed, {failed} failed')
    return 1 if failed > 0 else 0
