#!/usr/bin/env python3
"""Reports as `synod check --json` writes them, made up: for the tests of the report page.

usage: synthetic.py SRC/report/page FOLDER      writes NAME.html for each
"""
import json
import os
import random
import sys

NASTY = '</script><script>document.title = "taken"</script><img src=x onerror=alert(1)>'
LINES = '\u2028\u2029 &amp; <!-- ]]> \u202e \\u003c "quoted" \'single\' `tick` ${1+1} {{x}}'


def text(message):
    payload = message['payload']
    return message['event'] + (payload if payload and payload.startswith('(') else f'({payload})' if payload else '')


class Run:
    """A run under construction: the same bookkeeping as a replay does."""

    def __init__(self, file='model.p'):
        self.file = file
        self.machines, self.messages, self.steps = [], [], []
        self.begin = {'actions': [], 'changes': []}
        self.local = []   # of each machine: (what, name) -> text
        self.latest = []  # of each machine: its last step
        self.now = self.begin

    @property
    def number(self):
        return len(self.steps)

    def machine(self, name, kind='machine', **variables):
        m = len(self.machines)
        others = sum(x['kind'] == 'machine' for x in self.machines)
        path = None if kind == 'spec' else '1' if others == 0 else f'1.{others}'
        self.machines.append({'name': name if path is None else f'{name}({path})', 'path': path, 'type': name,
                              'kind': kind, 'born': self.number})
        self.local.append({})
        self.latest.append(self.number if self.number > 0 else None)
        if self.number > 0:
            self.act('new', f'creates {self.machines[m]["name"]}', line=5)
        self.set(m, 'state', '', 'Init')
        for key, value in variables.items():
            self.set(m, 'variable', key, value)
        return m

    def step(self, who, title=None, move='act', message=None, enabled=(), lane=None):
        causes = set()
        for m in (who, lane):
            if m is not None and self.latest[m]:
                causes.add(self.latest[m])
        if message is not None and self.messages[message]['sent']:
            causes.add(self.messages[message]['sent'])
        name = self.machines[who]['name'] if who is not None else 'the network'
        self.now = {'move': move, 'machine': '1', 'index': 0, 'choices': [], 'title': title or f'{name} goes on', 'who': who,
                    'message': message, 'actions': [], 'changes': [], 'enabled': list(enabled), 'causes': sorted(causes)}
        self.steps.append(self.now)
        if who is not None:
            self.latest[who] = self.number

    def act(self, kind, text, who=None, message=None, line=None):
        self.now['actions'].append({'kind': kind, 'text': text, 'file': self.file if line else None, 'line': line,
                                    'column': 5 if line else None, 'who': self.now.get('who') if who is None else who,
                                    'message': message})

    def set(self, m, what, name, value):
        before = self.local[m].get((what, name))
        self.local[m][what, name] = value
        self.now['changes'].append({'who': m, 'what': what, 'name': name, 'before': before, 'after': value})

    def enter(self, m, state, line=9):
        self.act('enter', f'enters state {state}', m, line=line)
        self.set(m, 'state', '', state)

    def send(self, to, event, payload=None, fate='pending', copy_of=None, line=12):
        index = len(self.messages)
        sender = self.now['who'] if copy_of is None else self.messages[copy_of]['from']
        self.messages.append({'event': event, 'payload': payload, 'from': sender, 'to': to, 'sent': self.number, 'arrived': None,
                              'handled': None, 'fate': fate, 'copy_of': copy_of, 'file': self.file, 'line': line, 'column': 5})
        if copy_of is None:
            self.act('send', f'sends {text(self.messages[index])} to {self.machines[to]["name"]}', message=index, line=line)
        return index

    def arrive(self, message, fate='handled', enabled=()):
        m = self.messages[message]
        queued = fate == 'queued'
        names = self.machines[m['to']]['name'], self.machines[m['from']]['name']
        self.step(None if queued or fate == 'void' else m['to'],
                  f'{names[0]} gets {text(m)} from {names[1]}', 'deliver', message, enabled, m['to'])
        m.update(arrived=self.number, fate=fate, handled=None if queued or fate == 'void' else self.number)

    def handle(self, message):
        m = self.messages[message]
        self.step(m['to'], f'{self.machines[m["to"]]["name"]} handles {m["event"]}')
        self.now['causes'] = sorted({*self.now['causes'], m['arrived']})
        m.update(handled=self.number, fate='handled')

    def lose(self, message):
        m = self.messages[message]
        self.step(None, f'{m["event"]} is lost', 'lose', message)
        m.update(fate='lost', handled=self.number)

    def duplicate(self, message):
        m = self.messages[message]
        self.step(None, f'{m["event"]} is duplicated', 'dup', message)
        return self.send(m['to'], m['event'], m['payload'], copy_of=message)

    def observe(self, spec, text, state=None, line=20):
        self.act('handle', f'spec {self.machines[spec]["name"]} observes {text}', spec, line=line)
        if self.latest[spec]:
            self.now['causes'] = sorted({*self.now['causes'], self.latest[spec]})
        self.latest[spec] = self.number
        if state:
            self.enter(spec, state, line)

    def trace(self, loop=None, shrunk_from=None):
        budget = {'budget': 0, 'of': None}
        return {'network': 'mbox', 'crash': budget, 'loss': {'budget': 1, 'of': ['eGrant']}, 'dup': budget,
                'strict_quiescence': False, 'loop': loop, 'shrunk_from': shrunk_from, 'machines': self.machines,
                'messages': self.messages, 'begin': self.begin, 'steps': self.steps}

    def result(self, test, kind='assertion', message='the lease is given twice', machine='OneLease', loop=None, hot=(), **more):
        return {**result(test, 'violated'), 'violation': {
            'kind': kind, 'message': message, 'file': self.file, 'line': 21, 'column': 7, 'machine': machine, 'state': 'Watching',
            'event': 'eGrant', **dict(hot)}, 'trace': self.trace(loop, 40), **more}


def result(test, verdict, **more):
    return {'test': test, 'engine': 'explicit', 'verdict': verdict, 'reason': None, 'states': 12345, 'transitions': 45678,
            'depth': 31, 'terminal': 3, 'schedules': 0, 'behaviours': 0, 'cut': 0, 'local_steps': 80, 'memory': 6647808,
            'seconds': 1.25, 'options': {'network': 'mbox', 'crash': {'budget': 1, 'of': ['Server']}, 'no_deadlock': False},
            'command': f"synod check 'my models' --test {test}", 'coverage': None, **more}


SOURCE = '''// A lock server, and clients that want the lock.
event eAsk: machine;
event eGrant: int;

machine Server {
  var holder: machine;
  var queue: seq[machine];

  start state Free {
    on eAsk do (who: machine) {
      holder = who;
      send who, eGrant, 1; /* the token */
      goto Lent;
    }
  }
}

spec OneLease observes eGrant {
  start state Watching {
    on eGrant do (token: int) {
      assert !(token in tokens), "the lease is given twice";
    }
  }
}
'''


def coverage(vacuous=(), hollow=None):
    def handler(event, kind, done, steps, line):
        return {'event': event, 'kind': kind, 'exercised': done, 'steps': steps, 'instructions': steps * 7, 'file': 'model.p', 'line': line}
    return {
        'states': {'seen': 2, 'all': 3}, 'handlers': {'seen': 3, 'all': 4},
        'machines': [
            {'name': 'Server', 'kind': 'machine', 'used': True, 'file': 'model.p', 'line': 5, 'states': [
                {'name': 'Free', 'entered': True, 'file': 'model.p', 'line': 9, 'handlers': [
                    handler('eAsk', 'do', True, 120, 10), handler('eGrant', 'ignore', False, 0, 14)]},
                {'name': 'Broken', 'entered': False, 'file': 'model.p', 'line': 15, 'handlers': []}]},
            {'name': 'OneLease', 'kind': 'spec', 'used': True, 'file': 'model.p', 'line': 18, 'states': [
                {'name': 'Watching', 'entered': True, 'file': 'model.p', 'line': 19, 'handlers': [handler('eGrant', 'do', True, 31, 20)]}]},
            {'name': 'Spare', 'kind': 'machine', 'used': False, 'file': 'model.p', 'line': 40, 'states': []}],
        'branches': {'seen': 4, 'all': 8, 'list': [
            {'file': 'model.p', 'line': 11, 'column': 7, 'kind': 'if', 'taken': ['then']},
            {'file': 'model.p', 'line': 12, 'column': 7, 'kind': 'if', 'taken': ['then', 'else']},
            {'file': 'model.p', 'line': 13, 'column': 7, 'kind': 'while', 'taken': ['else']},
            {'file': 'model.p', 'line': 14, 'column': 7, 'kind': 'while', 'taken': []}]},
        'events': {'seen': 1, 'all': 2, 'list': [{'name': 'eAsk', 'sent': True, 'handled': True},
                                                 {'name': 'eGrant', 'sent': True, 'handled': False}]},
        'receives': [{'events': ['eAsk', 'eGrant'], 'exercised': False, 'file': 'model.p', 'line': 30, 'column': 3}],
        'lines': [{'file': 'model.p', 'hit': [9, 10, 11, 12, 20, 21], 'missed': [13]}],
        'scenarios': [{'name': 'Handover', 'covered': True}, {'name': 'Crash', 'covered': False}],
        'vacuous': list(vacuous), 'hollow': bool(vacuous) if hollow is None else hollow}


# ---- Runs ----

def small():
    r = Run()
    spec = r.machine('OneLease', 'spec', tokens='{}')
    main = r.machine('Main')
    r.step(main, 'Main(1) starts')
    server = r.machine('Server', holder='null', queue='[]')
    a = r.machine('Client', server='Server(1.1)')
    b = r.machine('Client', server='Server(1.1)')
    idle = r.machine('Logger')
    r.step(idle, 'Logger(1.4) starts')
    r.step(a, 'Client(1.2) starts', enabled=['Client(1.3) starts', 'Logger(1.4) starts'])
    ask_a = r.send(server, 'eAsk', '(Client(1.2))')
    r.step(b, 'Client(1.3) starts')
    ask_b = r.send(server, 'eAsk', '(Client(1.3))')
    r.send(idle, 'eNote', '"hello"')
    r.arrive(ask_a, enabled=['Server(1.1) gets eAsk(Client(1.3)) from Client(1.3)'])
    r.set(server, 'variable', 'holder', 'Client(1.2)')
    r.set(server, 'value', 'sizeof(queue) > 0', 'false')
    grant_a = r.send(a, 'eGrant', '(client=Client(1.2), token=1)')
    r.observe(spec, 'eGrant(1)')
    r.set(spec, 'variable', 'tokens', '{1}')
    r.enter(server, 'Lent')
    r.arrive(ask_b, 'queued')
    r.set(server, 'queue', '', '[eAsk(Client(1.3))]')
    r.arrive(grant_a)
    r.enter(a, 'Holding')
    back = r.send(server, 'eReturn', '1')
    r.arrive(back)
    r.enter(server, 'Free')
    r.handle(ask_b)
    r.set(server, 'variable', 'holder', 'Client(1.3)')
    r.set(server, 'queue', '', '[]')
    r.send(b, 'eGrant', '(client=Client(1.3), token=1)')
    r.observe(spec, 'eGrant(1)')
    return r.result('tcSmall', coverage=coverage())


def lasso():
    r = Run()
    spec = r.machine('Progress', 'spec', waiting='{}')
    r.enter(spec, 'Idle')
    main = r.machine('Main')
    r.step(main, 'Main(1) starts')
    left, right = r.machine('Left', turn='0'), r.machine('Right', turn='0')
    ball = r.send(left, 'eBall', '0')
    r.arrive(ball)
    ball = r.send(right, 'eBall', '1')
    r.observe(spec, 'eBall', 'Hot')
    for turn in range(2, 6):
        r.arrive(ball)
        to = left if turn % 2 == 0 else right
        r.set(left + right - to, 'variable', 'turn', str(turn))
        ball = r.send(to, 'eBall', str(turn))
    return r.result('tcLasso', 'liveness', 'the hot state Hot of Progress is never left', 'Progress', loop=3,
                    hot={'hot_since': 2, 'waits_for': ['eDone', 'eStop']})


def hot():
    """A run that ends hot: a message is dropped, another one is never handled, and a machine has halted."""
    r = Run()
    spec = r.machine('Progress', 'spec')
    r.enter(spec, 'Hot')
    main = r.machine('Main')
    r.step(main, 'Main(1) starts')
    a, b, c = r.machine('Node', n='1'), r.machine('Node', n='2'), r.machine('Other')
    late, kept, gone = r.send(b, 'eLate', '4'), r.send(a, 'eKept'), r.send(c, 'eGone')
    r.step(b, 'Node(1.2) goes on')
    r.act('halt', 'halts', b, line=13)
    r.set(b, 'status', '', 'halted')
    r.arrive(late, 'void')
    r.arrive(kept, 'queued')
    r.set(a, 'queue', '', '[eKept]')
    r.arrive(gone, 'handled')
    r.enter(c, 'Done')
    return r.result('tcHot', 'liveness', 'spec Progress is in hot state Hot when the run ends', 'Progress',
                    hot={'hot_since': 0, 'waits_for': ['eDone']})


def faults():
    r = Run()
    main = r.machine('Main')
    r.step(main, 'Main(1) starts')
    a, b, c = r.machine('Node', n='1'), r.machine('Node', n='2'), r.machine('Node', n='3')
    r.step(a, 'Node(1.1) starts')
    one = r.send(b, 'ePing', '1')
    two = r.send(c, 'ePing', '2')
    r.send(c, 'ePending', '3')
    three = r.send(b, 'eLate', '4')
    me = r.send(a, 'eSelf')
    r.lose(one)
    copy = r.duplicate(two)
    r.arrive(two)
    r.arrive(me)
    r.arrive(copy, 'ignored')
    r.step(b, 'Node(1.2) crashes', 'crash')
    r.set(b, 'status', '', 'crashed')
    r.arrive(three, 'void')
    r.step(c, 'Node(1.3) goes on')
    r.act('halt', 'halts', c, line=13)
    r.set(c, 'status', '', 'halted')
    r.step(a, 'Node(1.1) goes on')
    return r.result('tcFaults', 'deadlock', 'every machine waits', None)


def broadcast():
    """One message to several machines from one place, to one of them twice; then from another place."""
    r = Run()
    main = r.machine('Main')
    kids = [r.machine('Kid') for _ in range(3)]
    r.step(main, 'Main(1) starts')
    for kid in kids + kids[2:]:
        r.send(kid, 'eGo', '(tx=1)', line=12)
    r.send(kids[0], 'eGo', '(tx=1)', line=13)
    r.send(kids[1], 'eGo', '(tx=2)', line=13)
    return r.result('tcBroadcast', machine='Main(1)')


def mixed():
    r = Run()
    main = r.machine('Main')
    r.step(main, 'Main(1) starts')
    left, right = r.machine('Left'), r.machine('Right')
    r.step(left, 'Left(1.1) starts')
    late = r.send(right, 'eLate', '7')
    r.step(left, 'Left(1.1) -> Right(1.2) eLate(7)', 'deliver', late, lane=right)
    r.messages[late].update(arrived=3, handled=3, fate='ignored')
    r.enter(left, 'Done')
    return r.result('tcMixed', machine='Left(1.1)')


def wordy(machines=14):
    """Long names, and payloads of which a part must be left out."""
    r = Run()
    spec = r.machine('EveryEntryIsReplicatedAtMostOnce', 'spec')
    main = r.machine('Main')
    r.step(main, 'Main(1) starts')
    kinds = ['ReplicatedStoragePrimary', 'ReplicatedStorageBackup', 'alllowercaseandwithoutanybreaksone', 'alllowercaseandwithoutanybreakstwo']
    nodes = [r.machine(kinds[i % 4]) for i in range(machines - 2)]
    for i, node in enumerate(nodes):
        there = r.machines[node]['name']
        r.arrive(r.send(node, 'eWrite', f'(replica={there}, key={i}, other=Main(1.99), old={{1, 2, 3, 4, 5, 6}}, text="a, b)", last=true)'))
        r.arrive(r.send(main, 'eWritten', f'(replica={there}, key={i}, last=true)'))
    r.step(main)
    r.observe(spec, 'eWritten')
    return r.result('tcWordy', message='x' * 300, machine='EveryEntryIsReplicatedAtMostOnce')


def big(machines=40, steps=500, seed=1):
    r, dice = Run(), random.Random(seed)
    specs = [r.machine(f'Spec{i}', 'spec', count='0') for i in range(2)]
    main = r.machine('Main')
    r.step(main, 'Main(1) starts')
    kinds = ['Coordinator', 'Participant', 'Client', 'Timer', 'Replica']
    nodes = [r.machine(kinds[i % 5], value='0', log='[]') for i in range(machines - 3)]
    waiting = []
    while r.number < steps - 1:
        if waiting and dice.random() < 0.75:
            message = waiting.pop(dice.randrange(min(4, len(waiting))))
            r.arrive(message, enabled=[f'move {i}' for i in range(6)])
            who = r.messages[message]['to']
        else:
            who = dice.choice(nodes)
            r.step(who)
        for _ in range(dice.choice([0, 1, 1, 2])):
            waiting.append(r.send(dice.choice(nodes), f'eEvent{dice.randrange(12)}', f'(tx={r.number}, from=Replica)'))
        r.set(who, 'variable', 'value', str(r.number))
        if dice.random() < 0.3:
            r.enter(who, dice.choice(['Idle', 'Voting', 'Deciding', 'Done']))
        if dice.random() < 0.1:
            r.observe(dice.choice(specs), 'eEvent')
    r.step(nodes[0])
    r.observe(specs[0], 'eEvent0')
    return r.result('tcBig', machine='Spec0', coverage=coverage())


def nasty():
    r = Run(f'{NASTY}.p')
    spec = r.machine(NASTY, 'spec', **{NASTY: LINES})
    main = r.machine('Main' + NASTY)
    r.step(main, NASTY)
    message = r.send(main, NASTY, f'({NASTY}{LINES})')
    r.arrive(message, enabled=[NASTY, LINES])
    r.enter(main, NASTY)
    r.observe(spec, NASTY, LINES)
    cover = coverage([NASTY, LINES])
    cover['lines'][0]['file'] = r.file
    cover['machines'][0]['name'] = NASTY
    return r.result(NASTY, message=NASTY + LINES, machine=NASTY, command=NASTY, coverage=cover)


def bare():
    """What an older Synod wrote: no machines, no messages, no causes, no coverage."""
    found = small()
    for key in ('machines', 'messages', 'shrunk_from'):
        del found['trace'][key]
    found['trace']['begin'] = {'actions': []}
    for step in found['trace']['steps']:
        for key in ('who', 'message', 'changes', 'enabled', 'causes'):
            del step[key]
    for key in ('coverage', 'command'):
        del found[key]
    return {**found, 'test': 'tcBare'}


def uncaused():
    found = small()
    for step in found['trace']['steps']:
        del step['causes']
    return {**found, 'test': 'tcUncaused'}


def witnessed(test, found):
    """With runs that cover OneLease and Progress."""
    runs = {'OneLease': small()['trace'], 'Progress': lasso()['trace']}
    runs['Progress']['loop'] = None
    return {**found, 'witnesses': [{'test': test, 'scenario': name, 'trace': trace} for name, trace in runs.items()]}


def lengthy():
    """A string of 20,000 characters, everywhere that a value can be."""
    r = Run()
    main = r.machine('Main', text='""')
    r.step(main, 'Main(1) starts')
    long = '"' + 'ab' * 10000 + '"'
    sent = r.send(main, 'eText', f'(n=7, text={long})')
    r.arrive(sent, enabled=[long])
    r.set(main, 'variable', 'text', long)
    r.step(main)
    r.set(main, 'variable', 'text', long.replace('b"', 'c"'))
    cover = coverage()
    cover['branches'] = {'seen': 0, 'all': 0, 'list': []}
    return r.result('tcLengthy', message=f'got {long}', machine='Main(1)', coverage=cover)


def document(*results):
    return {'schema': 2, 'synod': '0.4.0', 'inputs': ['my models'], 'strict_p': False, 'fingerprint': '0123456789abcdef',
            'results': list(results)}


def holding():
    return [result('tcHolds', 'exhausted', coverage=coverage()),
            result('tcVacuous', 'exhausted', coverage=coverage(['spec OneLease never left its start state', 'no message was ever sent'])),
            result('tcNoted', 'exhausted', coverage=coverage(['event eNever is never sent'], False)),
            result('tcSampled', 'sampled', schedules=1000, behaviours=977, states=0),
            result('tcUnknown', 'unknown', reason='time limit'), result('tcRefused', 'refused', reason='no main machine', states=0),
            result('tcCovered', 'covered', share=0.9987)]


def reduced(test, verdict, engine):
    x = result(test, verdict, engine=engine, notices=['Client machines are not symmetric: <b> at line 40'], reduction={
        'narrowed': 11, 'explored': 123, 'possible': 4567, 'provisos': 0, 'dropped': 7, 'renamed': 0, 'largest_set': 4,
        'longest_queue': 3, 'tails': 0})
    x['options']['reduction'] = {'por': 'nes', 'symmetry': 'auto', 'dead_messages': 'drop', 'split': 'both', 'tail': 0}
    return x


def many_states(test, states):
    return result(test, 'exhausted', engine='sets', states=2**64 - 1, transitions=118, depth=12,
                  set={'states': states, 'nodes': 4321, 'peak_nodes': 9999, 'order': 'in-line'})


def proofs():
    icet = {'engine': 'sequential', 'options': {'bound': 3, 'instance_time': 10, 'sizes': {}}, 'states': 0}
    place = {'file': 'model.p', 'line': 3, 'column': 7}
    good = {'kind': 'holds', 'text': None, 'file': None, 'line': None, 'column': None, 'hint': None, 'rules': 1067, 'instances': 0,
            'sets': [{'name': 'W', 'process': 'worker', 'at_least': 2}], 'notes': [], 'program': 'for w in W {\n    w.x = <b>\n}\n', 'rest': []}
    bad = {**good, **place, 'kind': 'race', 'text': 'log can get both', 'hint': 'name the sender', 'program': '', 'instances': 4,
           'notes': [{'text': 'a sends it here', **place}], 'rest': [{'who': 'log', 'text': 'waits for job', **place}]}
    return [result('tcProved', 'proved', proof=good, **icet), result('tcNoProof', 'unknown', reason='no proof (race)', proof=bad, **icet)]


REPORTS = {
    'sets': lambda: document(many_states('tcMany', '12154010403615278023'), many_states('tcFew', '999')),
    'reduced': lambda: document(reduced('tcReduced', 'exhausted', 'reduced'), reduced('tcProved', 'proved', 'asi')),
    'proofs': lambda: document(*proofs()),
    'small': lambda: document(small()), 'hot': lambda: document(hot()), 'broadcast': lambda: document(broadcast()), 'lasso': lambda: document(lasso()), 'faults': lambda: document(faults()),
    'big': lambda: document(big()), 'long': lambda: document(big(12, 4000, 2)), 'nasty': lambda: document(nasty()),
    'mixed': lambda: document(mixed()), 'bare': lambda: document(bare()), 'uncaused': lambda: document(uncaused()),
    'many': lambda: document(result('tcHolds0', 'exhausted'), small(), lasso(), *holding(), faults()), 'empty': lambda: document(),
    'witnessed': lambda: document(witnessed('tcHolds', result('tcHolds', 'exhausted', coverage=coverage())), witnessed('tcFaults', faults())),
    'lengthy': lambda: document(lengthy()),
    'wordy': lambda: document(wordy()), 'warned': lambda: {**document(small()), 'messages': [{
        'kind': 'warning', 'text': 'event eNever is never sent', 'file': 'model.p', 'line': 3, 'column': 7, 'code': 'unused-event', 'details': []}]},
}


def sources(report):
    files = {'model.p'} | {r['violation']['file'] for r in report['results'] if 'violation' in r}
    return [{'file': f, 'text': SOURCE if f == 'model.p' else SOURCE + NASTY + LINES} for f in sorted(files)]


def escape(text):
    for c in '<>&\u2028\u2029':
        text = text.replace(c, f'\\u{ord(c):04x}')
    return text


def page(folder, report):
    """The page as html.c writes it."""
    sys.path.insert(0, os.path.join(folder, '..', '..', '..', 'scripts'))
    import embed_page
    head, tail = embed_page.halves(folder)
    data = {'report': report, 'sources': sources(report)}
    return head + escape(json.dumps(data, ensure_ascii=False)) + tail


def main():
    folder, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    for name, make in REPORTS.items():
        with open(os.path.join(out, f'{name}.html'), 'w', encoding='utf-8') as f:
            f.write(page(folder, make()))


if __name__ == '__main__':
    main()
