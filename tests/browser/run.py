#!/usr/bin/env python3
"""The report page, used as a reader would, in headless Chromium.

usage: run.py SYNOD ROOT [WORD...]      only tests whose name has one of the words

Pages are made up (synthetic.py) or written by synod.  Any message on the browser's console fails a test, and
so does anything that is fetched.  Exit code 77: there is no browser here.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse

import driver
import synthetic

TESTS = []


def test(page):
    """PAGE: the name of a report in synthetic.py, or None."""
    def add(f):
        TESTS.append((f.__name__, page, f))
        return f
    return add


def equal(found, wanted, what=''):
    if found != wanted:
        raise AssertionError(f'{what}: found {found!r}, expected {wanted!r}')


def check(condition, why):
    if not condition:
        raise AssertionError(why)


# ---- What a reader sees ----

def chosen(b):
    """Number of the chosen step."""
    found = b.run("return [...document.querySelectorAll('.step[aria-selected=true]')].map(e => Number(e.dataset.step))")
    equal(len(found), 1, 'chosen steps')
    return found[0]


def shown_steps(b):
    return b.run("return [...document.querySelectorAll('.step')].map(e => Number(e.dataset.step))")


def lanes(b):
    return b.run("return [...document.querySelectorAll('.head .name')].map(e => e.textContent)")


def drawn(b, selector='.message'):
    return b.run("return [...document.querySelectorAll(arguments[0])].map(e => Number(e.dataset.message))", selector)


def middle(b, selector):
    """A point on an element that nothing else covers."""
    return b.run('''
        const path = document.querySelector(arguments[0]);
        const box = path.ownerSVGElement.getScreenCTM();
        for (const part of [0.5, 0.4, 0.6, 0.3, 0.7]) {
          const at = path.getPointAtLength(path.getTotalLength() * part).matrixTransform(box);
          const top = document.elementFromPoint(at.x, at.y);
          if (top && top.parentNode === path.parentNode) return [at.x, at.y];
        }
        return null;''', selector)


def click_message(b, index):
    at = middle(b, f'[data-message="{index}"] .grip')
    check(at is not None, f'message {index} cannot be clicked')
    b.point(*at, click=True)


def marked(b, mark):
    return b.run("return [...document.querySelectorAll('.step.' + arguments[0])].map(e => Number(e.dataset.step))", mark)


# ---- The diagram ----
# In report `small`: messages 0 eAsk of step 3 arrives in 5, 1 eAsk of step 4 arrives in 6 and is handled in 9, 2 eNote
# of step 4 is pending, 3 eGrant of step 5 arrives in 7, 4 eReturn of step 7 arrives in 8, 5 eGrant of step 9 is pending.

@test('small')
def everything_is_drawn(b):
    equal(lanes(b), ['Main(1)', 'Server(1.1)', 'Client(1.2)', 'Client(1.3)', 'Logger(1.4)', 'OneLease'], 'lanes')
    equal(shown_steps(b), list(range(10)), 'steps')
    equal(drawn(b), [0, 1, 2, 3, 4, 5], 'messages')
    equal(drawn(b, '.message.pending'), [2, 5], 'pending')
    equal(b.count('.message .waiting'), 1, 'messages that wait')
    equal(b.count('.head.spec'), 1, 'specs')
    states = b.run("return [...document.querySelectorAll('.state text')].map(e => e.textContent)")
    equal(sorted(states), ['Free', 'Holding', 'Init', 'Init', 'Init', 'Init', 'Init', 'Init', 'Lent'], 'states')


@test('small')
def the_failure_is_marked(b):
    equal(chosen(b), 9, 'chosen at first')
    equal(b.run("return [...document.querySelectorAll('.step.fails')].map(e => e.dataset.step)"), ['9'], 'failing')
    check('the lease is given twice' in b.text('.step.fails'), 'the failure is not in the list')
    check('the lease is given twice' in b.text('.fault'), 'the failure is not in the diagram')
    check('the lease is given twice' in b.text('.failure-box'), 'the failure is not in the panel')
    equal(b.count('.head.culprit'), 1, 'culprit')
    equal(b.text('.head.culprit .name'), 'OneLease', 'culprit')
    # The sign is on the lane of the spec: the last of six.
    at, lane = b.run('''const box = e => e.getBoundingClientRect();
        const c = box(document.querySelector('.fault circle')), h = box(document.querySelector('.head.culprit'));
        return [c.left + c.width / 2, h.left + h.width / 2];''')
    check(abs(at - lane) < 2, f'the sign is at {at}, its lane at {lane}')


@test('small')
def arrows_join_the_steps_of_sender_and_receiver(b):
    for message, sent, arrives, sender, receiver in ((0, 3, 5, 2, 1), (3, 5, 7, 1, 2)):
        ends = b.run('''
            const path = document.querySelector(`[data-message="${arguments[0]}"] .line`), m = path.getScreenCTM();
            const at = n => { const p = path.getPointAtLength(n).matrixTransform(m); return [p.x, p.y]; };
            const row = n => { const r = document.querySelector(`.step[data-step="${n}"]`).getBoundingClientRect(); return r.top + 15; };
            const lane = n => { const r = document.querySelectorAll('.head')[n].getBoundingClientRect(); return r.left + r.width / 2; };
            return [at(0), at(path.getTotalLength()), row(arguments[1]), row(arguments[2]), lane(arguments[3]), lane(arguments[4])];''',
                     message, sent, arrives, sender, receiver)
        (x1, y1), (x2, y2), row1, row2, lane1, lane2 = ends
        check(abs(x1 - lane1) < 2 and abs(y1 - row1) < 3, f'message {message} begins at {x1}, {y1}, not at {lane1}, {row1}')
        check(abs(x2 - lane2) < 9 and abs(y2 - row2) < 9, f'message {message} ends at {x2}, {y2}, not at {lane2}, {row2}')


@test('faults')
def fates_can_be_told_apart(b):
    # 0 lost, 1 and its copy 5 arrive, 2 pending, 3 void, 4 to itself
    equal(drawn(b, '.message.lost'), [0], 'lost')
    equal(b.count('.message.lost .cross'), 1, 'crossed out')
    equal(drawn(b, '.message.copy'), [5], 'copies')
    equal(drawn(b, '.message.pending'), [2], 'pending')
    equal(b.count('.message.pending .open'), 1, 'ends in the open')
    equal(drawn(b, '.message.void'), [3], 'void')
    equal(b.count('.message.void .bar'), 1, 'ends at a bar')
    equal(drawn(b, '.message.ignored'), [5], 'ignored')
    equal(b.count('.message.ignored .tip.hollow'), 1, 'hollow head')
    equal(b.count('.mark.crash'), 1, 'crashes')
    equal(b.count('.lane .stop'), 2, 'lanes that end')
    labels = b.run("return [...document.querySelectorAll('.message-label')].map(e => e.textContent)")
    equal(sorted(labels), ['ePending(3) · pending', 'ePing(1) · lost'], 'labels')
    check(b.count('.fault circle') == 0, 'a deadlock is nobody\'s')
    b.click('.step[data-step="3"]')
    b.keys('m')
    panel = b.text('#detail')
    check('lost instep 3' in panel and 'handled in' not in panel, panel)


@test('mixed')
def a_message_may_arrive_in_a_step_of_its_sender(b):
    """The sender runs in the step in which its message arrives elsewhere: marks on both lanes, the name at the receiver."""
    marks = b.run('''return [...document.querySelectorAll('.node[data-step="3"] .mark')].map(e => e.classList.contains('hollow'))''')
    equal(marks, [False, True])
    label, lane = b.run('''const box = e => e.getBoundingClientRect();
        const text = [...document.querySelectorAll('.node[data-step="3"] .label')].find(e => e.textContent.startsWith('eLate'));
        const head = [...document.querySelectorAll('.head')].find(e => e.textContent.startsWith('Right'));
        return [box(text).left, box(head).left + box(head).width / 2];''')
    check(0 < label - lane < 20, f'the label begins at {label}, the lane is at {lane}')


@test('wordy')
def labels_say_what_the_arrow_does_not(b):
    """The receiver goes first, then what is long, then another machine; of scalars the longest."""
    first = b.run('return app.trace.messages[0].text')
    want = [first, 'eWrite(… key=0, other=Main(1.99), old={1, 2, 3, 4, 5, 6}, text="a, b)", last=true)',
            'eWrite(… key=0, other=Main(1.99) … text="a, b)", last=true)', 'eWrite(… key=0 … text="a, b)", last=true)',
            'eWrite(… key=0 … last=true)', 'eWrite(… key=0 …)', 'eWrite(…)']
    found, wider = b.run('''const found = new Set(), wider = [];
        for (let room = 900; room > 0; room -= 2) {
          const text = messageLabel(app.trace, app.trace.messages[0], room, '12px');
          found.add(text);
          if (width(text, '12px') > room) wider.push([text, room]);
        }
        return [[...found], wider];''')
    equal(wider, [], 'wider than there is room')
    equal(found[:len(want)], want)
    b.run("app.setView({zoom: 1})")
    shown = b.run("return [...document.querySelectorAll('.node .label')].map(e => e.textContent).filter(x => x.startsWith('eWri'))")
    for i in range(12):
        check(sum(re.search(fr'key={i}\b', x) is not None for x in shown) == 2, f'no key={i} in {shown}')
    lines = b.run("return [...document.querySelectorAll('.node .label')].filter(e => e.childElementCount > 1).map(e => e.textContent)")
    check('eWritten(… key=0 …)' in lines, f'in two lines: {lines}')


@test('wordy')
def nothing_is_clipped_at_the_edge(b):
    b.run("app.setView({zoom: 1})")
    outside = b.run('''const svg = document.querySelector('.lanes'), wide = svg.viewBox.baseVal.width;
        return [...svg.querySelectorAll('text, .fault rect')].map(e => [e.textContent, e.getBBox()])
          .filter(([, box]) => box.x < 0 || box.x + box.width > wide).map(([text]) => text);''')
    equal(outside, [])
    box, text = b.run("const box = s => { const x = document.querySelector(s).getBBox(); return [x.x, x.x + x.width]; }; return [box('.fault rect'), box('.fault text')]")
    check(box[0] < text[0] and text[1] < box[1], f'text {text} on ground {box}')


@test('wordy')
def long_names_can_be_told_apart(b):
    b.run("app.setView({zoom: 1})")
    heads = b.run("return [...document.querySelectorAll('.head')].map(e => e.querySelector('.name').textContent)")
    equal(len(set(heads)), len(heads), 'names')
    types = {re.sub(r'\(.*', '', x) for x in heads}
    equal(len(types), 6, f'types {types}')
    for path in ('1.1', '1.12'):
        check(any(x.endswith(f'({path})') for x in heads), heads)
    wide = b.run('''return [...document.querySelectorAll('.head')].filter(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)
        .map(e => e.textContent)''')
    equal(wide, [], 'names wider than their lane')
    b.run("app.setView({zoom: 0.3})")
    ends = {re.sub(r'\(.*', '', x)[-2:] for x in lanes(b)}
    equal(ends, {'in', 'ce', 'ry', 'up', 'ne', 'wo'}, 'upright, their ends')


@test('lasso')
def a_loop_is_drawn_as_a_loop(b):
    equal(b.count('.loop'), 1, 'brackets')
    equal(b.run("return document.querySelector('.loop').getAttribute('aria-label')"), 'Steps 4 to 6 repeat forever')
    equal(b.count('.band.looping'), 3, 'rows of the loop')
    top, bottom, first, last = b.run('''
        const box = document.querySelector('.loop path').getBoundingClientRect();
        const row = n => document.querySelector(`.step[data-step="${n}"]`).getBoundingClientRect().top + 15;
        return [box.top, box.bottom, row(4), row(6)];''')
    check(abs(top - first) < 3 and abs(bottom - last) < 3, f'bracket from {top} to {bottom}, loop from {first} to {last}')
    equal(b.text('.head.culprit .name'), 'Progress', 'culprit')


@test('lasso')
def a_loop_says_what_it_lacks(b):
    b.click('.step[data-step="6"]')
    equal(b.text('.failure-box .waits'), 'Hot since step 2, waits for eDone or eStop.')
    equal(b.run("return [...document.querySelectorAll('.end h4')].map(e => e.textContent)"), ['What the machines outside the loop did last'])
    equal(b.run("return [...document.querySelectorAll('.last li')].map(e => e.textContent)"), ['Main(1) in Initstep 1: starts'])
    check('arrives in the next round' in b.text('#detail .messages'), b.text('#detail .messages'))
    check('pending' not in b.text('main'), 'what goes round is called pending')
    b.click('.step[data-step="5"]')
    equal(b.count('.end'), 0, 'of another step')


@test('hot')
def a_run_that_ends_hot_says_what_it_lacks(b):
    b.click('.step[data-step="5"]')
    equal(b.text('.failure-box .waits'), 'Hot from the beginning, waits for eDone.')
    equal(b.run("return [...document.querySelectorAll('.end h4')].map(e => e.textContent)"),
          ['Never handled', 'Dropped', 'What each machine did last'])
    equal(b.run("return [...document.querySelectorAll('.end .message-link b')].map(e => e.textContent)"), ['eKept', 'eLate'])
    equal(b.run("return [...document.querySelectorAll('.last li')].map(e => e.textContent)"), [
        'Main(1) in Initstep 1: starts', 'Node(1.1) in Initstep 4: gets eKept from Main(1)',
        'Node(1.2) haltedstep 2: goes on', 'Other(1.3) in Donestep 5: gets eGone from Main(1)'])
    b.click('.last li:nth-child(3) .link')
    equal(chosen(b), 2)


@test('small')
def an_assertion_lacks_nothing(b):
    b.click('.step[data-step="9"]')
    equal(b.count('.end') + b.count('.waits'), 0)
    check(b.count('.failure-box') == 1, 'not the failing step')


# ---- Steps ----

@test('small')
def a_click_on_a_step_shows_its_details(b):
    b.click('.step[data-step="5"]')
    equal(chosen(b), 5)
    panel = b.text('#detail')
    for text in ('Step 5 of 9', 'sends eGrant', 'spec OneLease observes eGrant(1)', 'model.p:12',
                 'Server(1.1) gets eAsk(Client(1.3)) from Client(1.3)', 'step 1', 'step 3'):
        check(text in panel, f'{text!r} is not in the panel: {panel}')
    rows = b.run("return [...document.querySelectorAll('.local:first-of-type tr, .local tr')].map(r => [...r.children].map(c => c.textContent))")
    check(['±holder', 'null', 'Client(1.2)'] in rows, rows)
    check(['±state', 'Init', 'Lent'] in rows, rows)
    check(['queue', '[]'] in rows, rows)
    check(['±tokens', '{}', '{1}'] in rows, rows)
    check(['+sizeof(queue) > 0', '', 'false'] in rows, rows)
    at = b.run("return [...document.querySelectorAll('.code-line.at')].map(e => e.textContent)")
    equal(at, ['12      send who, eGrant, 1; /* the token */'], 'source line')
    check(b.count('.code-line') >= 7, 'no lines around it')


@test('broadcast')
def a_broadcast_is_one_action_and_several_arrows(b):
    b.click('.step[data-step="1"]')
    equal(b.run("return [...document.querySelectorAll('.act-send .text')].map(e => e.textContent)"),
          ['sends eGo(tx=1) to Kid(1.1), Kid(1.2), Kid(1.3) (2 times)', 'sends eGo(tx=1) to Kid(1.1)', 'sends eGo(tx=2) to Kid(1.2)'])
    equal(b.count('.message'), 6, 'arrows')
    equal(b.count('#detail .messages li'), 6, 'messages of the step')


@test('small')
def a_click_on_the_row_of_the_diagram_chooses_the_step(b):
    x, y = b.run('''const r = document.querySelector('.step[data-step="2"]').getBoundingClientRect();
                    const l = document.querySelector('.lanes').getBoundingClientRect(); return [l.left + 30, r.top + 15];''')
    b.point(x, y, click=True)
    equal(chosen(b), 2)


@test('small')
def the_place_of_an_action_shows_its_line(b):
    b.click('.step[data-step="5"]')
    b.run("[...document.querySelectorAll('.actions .place')].find(e => e.textContent === 'model.p:20').click()")
    equal(b.run("return document.querySelector('.code-line.at .line-number').textContent"), '20')


@test('small')
def the_other_machines_are_there_too(b):
    b.click('.step[data-step="7"]')
    b.run("document.querySelector('#detail details').open = true")
    check(b.until("return document.querySelectorAll('#detail details .local').length > 0"), 'nothing opens')
    text = b.text('#detail details')
    check('Server(1.1)' in text and '[eAsk(Client(1.3))]' in text, text)


@test('small')
def keys_move_from_step_to_step(b):
    for key, wanted in (('Home', 0), ('j', 1), ('ArrowDown', 2), ('k', 1), ('ArrowUp', 0), ('ArrowUp', 0), ('End', 9), ('j', 9),
                        ('PageUp', 0), ('PageDown', 9), ('[', 8), ('[', 6), (']', 8), ('Home', 0), ('x', 9)):
        b.keys(key)
        equal(chosen(b), wanted, f'after {key}')


@test('small')
def keys_with_a_modifier_are_left_to_the_browser(b):
    b.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', ctrlKey: true, bubbles: true}))")
    equal(chosen(b), 9)


@test('small')
def help_opens_and_closes(b):
    b.keys('?')
    check(b.run("return document.getElementById('help').open"), 'not open')
    b.keys('j')
    equal(chosen(b), 9, 'keys below the help')
    b.keys('Escape')
    check(not b.run("return document.getElementById('help').open"), 'still open')


# ---- Messages ----

@test('small')
def a_click_on_a_message_lights_its_past_and_future(b):
    click_message(b, 3)  # eGrant, sent in 5, arrives in 7
    equal(marked(b, 'past'), [1, 3, 5], 'past')
    equal(marked(b, 'future'), [7, 8, 9], 'future')
    equal(drawn(b, '.message.past'), [0], 'messages of the past')
    equal(drawn(b, '.message.future'), [4, 5], 'messages of the future')
    equal(drawn(b, '.message.chosen'), [3])
    check(b.until('''const o = n => Number(getComputedStyle(document.querySelector(`[data-message="${n}"]`)).opacity);
                     return o(2) < 0.5 && o(3) === 1;'''), 'the other message is not dim, or this one is')
    panel = b.text('#detail')
    for text in ('(client=Client(1.2), token=1)', 'Server(1.1)', '3 steps in its past', '3 steps in its future'):
        check(text in panel, f'{text!r} is not in {panel}')
    b.keys('Escape')
    equal(b.count('.focused'), 0, 'focus after Escape')


@test('small')
def keys_light_past_and_future_too(b):
    b.keys('Home', 'j', 'j', 'j', 'm')
    equal(drawn(b, '.message.chosen'), [0], 'the message sent in step 3')
    b.keys('j', 'm', 'm', 'm')  # step 4 sends two: first, second, first
    equal(drawn(b, '.message.chosen'), [1], 'in turn')
    b.keys('Escape', 'k', 'w')
    equal(chosen(b), 3)
    equal(marked(b, 'past'), [1, 3])
    equal(marked(b, 'future'), [5, 6, 7, 8, 9])
    b.keys('w')
    equal(b.count('.focused'), 0)


@test('small')
def hovering_shows_the_payload(b):
    b.point(*middle(b, '[data-message="3"] .grip'))
    check(b.until("return !document.getElementById('tip').hidden"), 'no tip')
    tip = b.text('#tip')
    for text in ('eGrant', '(client=Client(1.2), token=1)', 'Server(1.1) → Client(1.2)', 'sent in step 5, arrives in step 7'):
        check(text in tip, f'{text!r} is not in {tip}')
    b.point(5, 5)
    check(b.until("return document.getElementById('tip').hidden"), 'the tip stays')


@test('uncaused')
def without_causes_they_are_worked_out(b):
    click_message(b, 3)
    equal(marked(b, 'past'), [1, 3, 5])
    equal(marked(b, 'future'), [7, 8, 9])


# ---- Search, filters, zoom ----

@test('small')
def search_finds_titles_events_payloads_and_machines(b):
    b.keys('/')
    b.keys(*'eret')
    equal(marked(b, 'hit'), [7, 8], 'hits of eReturn')
    equal(b.text('#hits'), '1 of 2')
    equal(chosen(b), 7)
    b.keys('Enter')
    equal(chosen(b), 8)
    b.keys('Escape')
    equal(b.text('#hits'), '')
    b.keys('Home', '/')
    b.keys(*'token=1')
    hits = marked(b, 'hit')
    equal(hits, [5, 7, 9], 'hits of a payload')
    b.run("document.getElementById('search').blur()")
    found = [chosen(b)]
    for _ in range(3):
        b.keys('n')
        found.append(chosen(b))
    equal(found, [5, 7, 9, 5], 'n')
    b.keys('N')
    equal(chosen(b), 9, 'N')
    b.keys('/')
    b.run("document.getElementById('search').value = ''")
    b.keys(*'logger nothing')
    equal(b.text('#hits'), 'no hit')


@test('small')
def machines_can_be_hidden(b):
    b.click('#filters summary')
    b.click('[data-filter="Client(1.2)"]')
    equal(lanes(b), ['Main(1)', 'Server(1.1)', 'Client(1.3)', 'Logger(1.4)', 'OneLease'])
    equal(shown_steps(b), [0, 1, 2, 4, 5, 6, 8, 9], 'its steps go too')
    check(0 in drawn(b, '.message.stub'), 'what it sent comes out of nowhere')
    equal(b.text('#shown'), 'hidden: 2 steps, 1 machine')
    b.click('[data-filter="Client(1.2)"]')
    equal(len(lanes(b)), 6)
    equal(b.text('#shown'), '')


@test('small')
def events_can_be_hidden(b):
    b.click('#filters summary')
    b.click('[data-filter="eAsk"]')
    equal(drawn(b), [2, 3, 4, 5], 'messages')
    equal(shown_steps(b), [0, 1, 2, 3, 4, 7, 8, 9], 'steps')
    b.keys('Home', *'jjjjj')
    equal(chosen(b), 7, 'keys go over what is hidden')


@test('small')
def machines_that_are_not_involved_collapse(b):
    b.click('#involved')
    equal(lanes(b), ['Main(1)', 'Server(1.1)', 'Client(1.2)', 'Client(1.3)', 'OneLease'])
    equal(shown_steps(b), [0, 1, 3, 4, 5, 6, 7, 8, 9])
    b.keys('i')
    equal(len(lanes(b)), 6)
    b.keys('p')
    equal(shown_steps(b), [0, 1, 3, 4, 5, 6, 7, 8, 9], 'causal past only')


@test('big')
def zoom_and_fit(b):
    def across():
        return b.run("const r = document.querySelector('.lanes').getBoundingClientRect(); return r.width")
    room = b.run("return document.getElementById('diagram').clientWidth")
    check(across() < room, 'forty lanes are not all shown at first')
    first = across()
    for _ in range(5):
        b.keys('+')
    check(across() > first * 2, 'does not grow')
    b.keys('0')
    check(abs(across() - first) < 2, 'does not fit again')
    b.click('#zoom-in')
    b.click('#zoom-out')
    check(abs(across() - first) < 2, 'in and out')


# ---- Many steps ----

def load(b):
    """Milliseconds until all of a page is painted: passed, and spent on it by its thread."""
    def spent():
        metrics = b.devtools('Performance.getMetrics')['metrics']
        return next(m['value'] for m in metrics if m['name'] == 'TaskDuration') * 1000
    b.call('POST', '/url', {'url': 'about:blank'})
    before = spent()
    b.call('POST', '/url', {'url': b.url})
    check(b.until("return performance.getEntriesByType('navigation')[0].loadEventEnd > 0"), 'it never loads')
    wall = b.run('''const n = performance.getEntriesByType('navigation')[0];
                    return Math.max(n.loadEventEnd, ...performance.getEntriesByType('paint').map(p => p.startTime));''')
    now = spent()
    return wall, now - before if now >= before else now


def slowness(b):
    """How many times longer things take here than on a machine of which a second may be asked."""
    return max(1, b.run('''const all = [];
                           for (let n = 0; n < 5; n++) {
                             const begin = performance.now();
                             let x = 0;
                             for (let i = 0; i < 1e7; i++) x = (x * 31 + i) | 0;
                             all.push(performance.now() - begin + (x & 0));
                           }
                           return Math.min(...all);''') / 25)


@test('big')
def five_hundred_steps_and_forty_machines_are_quick(b):
    equal(len(lanes(b)), 40)
    equal(b.count('.step'), 501)
    b.devtools('Performance.enable', timeDomain='threadTicks')
    took = [load(b) for _ in range(3)]
    wall, work = min(x[0] for x in took), min(x[1] for x in took)
    b.devtools('Performance.disable')
    print(f'  500 steps, 40 machines: {wall:.0f} ms until all is there, {work:.0f} ms of work')
    slow = slowness(b)
    check(0 < work < 1000 * slow, f'{work} ms of work')
    check(wall < 1000 or wall < work * 30, f'{wall} ms')  # where others take the processor, work is what counts
    step = b.run('''const all = [];
                    for (let i = 0; i < 40; i++) {
                      const begin = performance.now();
                      document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', bubbles: true}));
                      document.body.offsetHeight;
                      all.push(performance.now() - begin);
                    }
                    return all.sort((a, b) => a - b)[20];''')
    print(f'  {step:.1f} ms a key; {slow:.1f} times as slow')
    check(step < 100 * slow, f'{step} ms a key')


@test('long')
def thousands_of_steps_are_drawn_where_they_are_seen(b):
    equal(chosen(b), 4000)
    check(b.count('.step') < 1000, 'all steps are drawn')
    b.keys('Home')
    equal(chosen(b), 0)
    check(b.count('.step[data-step="1"]') == 1, 'the first steps are not drawn')
    b.run("document.getElementById('diagram').scrollTop = 60000")
    check(b.until('''const y = document.getElementById('diagram').getBoundingClientRect().top + 200;
        return [...document.querySelectorAll('.step')].some(e => Math.abs(e.getBoundingClientRect().top - y) < 50);'''),
          'nothing is drawn after scrolling')


# ---- Several tests, verdicts ----

@test('many')
def tests_are_listed_and_can_be_chosen(b):
    rows = b.run("return [...document.querySelectorAll('.tests tbody tr')].map(r => [r.children[0].textContent, r.dataset.test])")
    equal(rows, [['✓Holds', 'tcHolds0'], ['✗Violated', 'tcSmall'], ['✗Violated', 'tcLasso'], ['✓Holds', 'tcHolds'],
                 ['△Holds, but checked little', 'tcVacuous'], ['✓Holds', 'tcNoted'], ['~Sampled', 'tcSampled'], ['?Unknown', 'tcUnknown'],
                 ['!Refused', 'tcRefused'], ['~Covered', 'tcCovered'], ['✗Violated', 'tcFaults']])
    equal(b.text('h1'), 'tcSmall', 'the first violated one')
    b.run("document.querySelector('tr[data-test=tcLasso] button').click()")
    equal(b.text('h1'), 'tcLasso')
    equal(b.count('.loop'), 1)
    b.run("document.querySelector('tr[data-test=tcHolds] button').click()")
    equal(b.text('h1'), 'tcHolds')
    equal(b.count('#diagram'), 0, 'a diagram of nothing')
    check('12,345' in b.text('#statistics'), 'no statistics')
    b.keys('j', 'x', 'm', 'i')  # nothing to do, and no harm


@test('many')
def a_result_that_checked_nothing_looks_different(b):
    b.run("document.querySelector('tr[data-test=tcVacuous] button').click()")
    check('hollow' in b.run("return document.getElementById('verdict').className"), 'looks like any other')
    check('spec OneLease never left its start state' in b.text('#verdict'), 'does not say why')
    check('no message was ever sent' in b.text('#verdict'), 'does not say all')
    b.run("document.querySelector('tr[data-test=tcNoted] button').click()")
    check('good' in b.run("return document.getElementById('verdict').className"), 'a note makes it look bad')
    check('event eNever is never sent' in b.text('#verdict'), 'no note')
    b.run("document.querySelector('tr[data-test=tcHolds] button').click()")
    check('good' in b.run("return document.getElementById('verdict').className"), 'a good one does not look good')
    for name, text in (('tcUnknown', 'time limit'), ('tcRefused', 'no main machine'), ('tcSampled', 'Others may fail'),
                       ('tcCovered', 'may have been missed')):
        b.run("document.querySelector(`tr[data-test=${arguments[0]}] button`).click()", name)
        check(text in b.text('#verdict'), f'{name}: {b.text("#verdict")}')
    check('99.87 %' in b.text('#statistics'), 'no share')


@test('proofs')
def proofs_and_why_there_are_none(b):
    equal(b.text('h1'), 'tcProved')
    check('any number of processes' in b.text('#verdict'), b.text('#verdict'))
    for text in 'W (at least 2)', '1,067', 'for w in W {\n    w.x = <b>\n}':
        check(text in b.text('#proof'), f'{text}: {b.text("#proof")}')
    equal(b.count('#coverage'), 0, 'coverage of what has none')
    b.run("document.querySelector('tr[data-test=tcNoProof] button').click()")
    for text in 'Why there is no proof', 'log can get both', 'a sends it here', 'name the sender', 'log waits for job', 'model.p:3':
        check(text in b.text('#proof'), f'{text}: {b.text("#proof")}')


@test('sets')
def numbers_of_states_are_exact(b):
    check('12,154,010,403,615,278,023' in b.text('tr[data-test=tcMany]'), b.text('tr[data-test=tcMany]'))
    check('999' in b.text('tr[data-test=tcFew]'), b.text('tr[data-test=tcFew]'))
    text = b.text('#statistics')
    for wanted in '12,154,010,403,615,278,023', '4,321', 'in-line', 'local moves', 'rounds':
        check(wanted in text, f'{wanted}: {text}')
    check('transitions' not in text and 'depth' not in text, text)


@test('reduced')
def what_a_reduction_was_spared(b):
    equal(b.text('h1'), 'tcReduced')
    check('the reductions preserve every violation' in b.text('#verdict'), b.text('#verdict'))
    for text in '123 of 4,567', 'states narrowed', 'dead messages dropped', 'Client machines are not symmetric', 'por = nes':
        check(text in b.text('#statistics'), f'{text}: {b.text("#statistics")}')
    check('cycles opened' not in b.text('#statistics'), 'what there was none of')
    b.run("document.querySelector('tr[data-test=tcProved] button').click()")
    check('any buffer size' in b.text('#verdict'), b.text('#verdict'))


def runs(b):
    return b.run("return [...document.querySelectorAll('.run')].map(e => [e.textContent, e.getAttribute('aria-pressed')])")


@test('witnessed')
def runs_that_cover_scenarios_are_drawn(b):
    equal(b.text('h1'), 'tcFaults', 'the violated one first')
    equal(runs(b), [['✗ the violation 11 steps', 'true'], ['✓ OneLease 9 steps', 'false'], ['✓ Progress 6 steps', 'false']])
    equal(b.count('.step.fails'), 1, 'the violation')
    b.run("document.querySelector('tr[data-test=tcHolds] button').click()")
    equal(b.count('#diagram'), 0, 'a run that nobody asked for')
    equal(runs(b), [['✓ OneLease 9 steps', 'false'], ['✓ Progress 6 steps', 'false']])
    check('Runs that cover the scenarios' in b.text('.runs'), b.text('.runs'))
    b.click('.run[data-run=OneLease]')
    equal(lanes(b), ['Main(1)', 'Server(1.1)', 'Client(1.2)', 'Client(1.3)', 'Logger(1.4)', 'OneLease'], 'lanes')
    equal(drawn(b), [0, 1, 2, 3, 4, 5], 'messages')
    equal(chosen(b), 9)
    equal([b.count(x) for x in ('.step.fails', '.head.culprit', '.failure-box', '.band.failing')], [0] * 4, 'signs of a violation')
    equal([b.text(x) for x in ('.step.covers .success', '.fault.covered', '.head.covered .name', '.covered-box strong')],
          ['✓ covers OneLease', 'covers OneLease', 'OneLease', '✓ covers OneLease'])
    check(b.run('return location.hash').endswith('#test=tcHolds&run=OneLease&step=9'), b.run('return location.hash'))
    b.keys('Home', 'm', 'w', 'Escape', 'x', 'i', 'p')
    equal(chosen(b), 9, 'x')
    b.run("location.hash = '#test=tcHolds&run=Progress&step=2'")
    check(b.until("return document.querySelectorAll('.head.covered').length === 1 && document.querySelectorAll('.lanes').length === 1 &&"
                  "document.querySelector('.head.covered .name').textContent === 'Progress'"), 'the link is not followed')
    equal(chosen(b), 2)
    b.run("document.querySelector('tr[data-test=tcFaults] button').click()")
    equal(b.count('.fault.covered'), 0)
    b.open(b.pages['witnessed'] + '#test=tcFaults&run=nobody')
    equal(runs(b)[0][1], 'true', 'a run that is not there')


@test('lengthy')
def very_long_values_are_shortened(b):
    def length():
        return len(b.text('#detail'))
    check('got "abab' in b.text('#verdict') and len(b.text('#verdict')) < 2000, 'the verdict is long')
    check('eText(n=7 …)' in b.text('.lanes'), 'no label')
    for key in ('k', 'k', 'm'):
        check(length() < 6000, f'{length()} letters at step {b.text("#detail .where")}')
        check('show all' in b.text('#detail'), b.text('#detail'))
        b.keys(key)
    b.keys('Escape', 'j')
    b.run("document.querySelector('.local .changed .show-all').click()")
    equal(b.run("return [...document.querySelectorAll('.local .changed td')].map(e => e.textContent.length)"), [2, 20002])
    b.keys('j')
    b.run("document.querySelectorAll('.local .changed .show-all').forEach(e => e.click())")
    equal(b.text('.local .changed td:last-child b'), 'c', 'what differs')


@test('lengthy')
def none_is_not_all(b):
    found = b.run("return [...document.querySelectorAll('.meter')].map(e => [e.textContent, e.querySelectorAll('.filled').length])")
    equal(found[3], ['branchesnone in the model', 0])
    equal(found[0], ['states2 of 3', 1])


@test('small')
def coverage_is_shown_with_the_source(b):
    text = b.text('#coverage')
    for want in ('states2 of 3', 'handlers3 of 4', 'events1 of 2', 'branches4 of 8', 'Handover', '✗ not covered', '1 line of 7 never ran'):
        check(want in text, f'{want!r} is not in {text}')
    equal(b.run("return [...document.querySelectorAll('#coverage details:first-of-type li')].map(e => e.textContent)"), [
        'handlerServer.Free: on eGrant ignoremodel.p:14', 'stateServer.Brokenmodel.p:15', 'machineSparemodel.p:40',
        'branchelse never takenmodel.p:11', 'branchthe loop never beginsmodel.p:13', 'branchnever reachedmodel.p:14',
        'receiveeAsk, eGrant never receivedmodel.p:30', 'eventeGrant is never handled'], 'never exercised')
    costs = b.run("return [...document.querySelectorAll('.numbers tbody tr')].map(r => r.children[0].textContent + r.children[2].textContent)")
    equal(costs, ['Server.Free: on eAsk do840', 'OneLease.Watching: on eGrant do217'])
    b.run("document.querySelector('.file').open = true")
    check(b.until("return document.querySelectorAll('.annotated .code-line').length > 0"), 'no source')
    equal(b.run("return [...document.querySelectorAll('.annotated .missed')].map(e => e.textContent)"), ['13✗      goto Lent;'])
    equal(b.count('.annotated .hit'), 6)


@test('small')
def places_lead_to_the_source(b):
    b.run("[...document.querySelectorAll('.never .place')].find(e => e.textContent === 'model.p:14').click()")
    equal(b.run("return [...document.querySelectorAll('.annotated .at .line-number')].map(e => e.textContent)"), ['14'])
    top = b.run("return document.querySelector('.annotated .at').getBoundingClientRect().top")
    check(0 < top < 700, f'the line is at {top}')
    b.run("[...document.querySelectorAll('.never .place')].find(e => e.textContent === 'model.p:40').click()")  # there is none: no harm
    equal(b.count('.annotated .at'), 0)


@test('small')
def the_command_can_be_copied(b):
    equal(b.text('#command'), "synod check 'my models' --test tcSmall")
    b.devtools('Browser.grantPermissions', permissions=['clipboardReadWrite', 'clipboardSanitizedWrite'])
    b.click('#copy')
    check(b.until("return document.getElementById('copy').textContent === 'Copied'"), 'not copied')
    pasted = b.call('POST', '/execute/async', {
        'script': "navigator.clipboard.readText().then(arguments[0], e => arguments[0](String(e)))", 'args': []})
    equal(pasted, "synod check 'my models' --test tcSmall")


@test('bare')
def what_an_older_report_lacks_is_left_out(b):
    equal(shown_steps(b), list(range(1, 10)))
    b.keys('Home', 'j', 'm', 'w', 'i', 'p', '0', '+')
    check('Not recorded' in b.text('#coverage'), 'coverage')
    check('could have happened' not in b.text('#detail'), 'claims to know what else was possible')
    check('synod check my models --test tcBare' in b.text('#command'), b.text('#command'))


@test(None)
def damaged_data_is_told(b):
    with open(os.path.join(b.pages_folder, 'small.html'), encoding='utf-8') as f:
        page = f.read()
    with open(os.path.join(b.pages_folder, 'damaged.html'), 'w', encoding='utf-8') as f:
        f.write(page.replace('"sources"', '"sources'))
    b.open('file://' + os.path.join(b.pages_folder, 'damaged.html'))
    check('damaged' in b.text('#main'), b.text('#main'))


@test('small')
def details_can_be_hidden(b):
    before = b.run("return document.getElementById('diagram').clientWidth")
    b.keys('d')
    check(b.run("return document.getElementById('diagram').clientWidth") > before + 300, 'no more room')
    b.keys('k', 'd')
    equal(b.run("return document.getElementById('diagram').clientWidth"), before)
    check('Step 8 of 9' in b.text('#detail'), 'another step')


@test('empty')
def a_report_without_results_says_so(b):
    check('no results' in b.text('#main'), b.text('#main'))
    b.keys('j', '?', 'Escape')


# ---- Links, themes, paper ----

@test(None)
def a_link_leads_to_a_test_and_a_step(b):
    b.open(b.pages['many'] + '#test=tcLasso&step=2')
    equal(b.text('h1'), 'tcLasso')
    equal(chosen(b), 2)
    b.keys('j')
    check(b.run('return location.hash').endswith('#test=tcLasso&step=3'), b.run('return location.hash'))
    b.run("location.hash = '#test=tcFaults&step=4'")
    check(b.until("return document.querySelector('h1').textContent === 'tcFaults'"), 'does not follow')
    equal(chosen(b), 4)
    for hash_, step in (('#test=tcSmall&step=99999', 9), ('#test=nobody&step=1', 1), ('#step=%%%', 9), ('#test=tcSmall&step=-1', 9)):
        b.open(b.pages['many'] + hash_)
        equal(b.text('h1'), 'tcSmall', hash_)
        equal(chosen(b), step, hash_)


def brightness(b):
    colour = b.run('return getComputedStyle(document.body).backgroundColor')
    return sum(map(int, re.findall(r'\d+', colour)[:3])) / 3


@test('small')
def light_and_dark(b):
    check(brightness(b) > 200, 'light at first')
    b.devtools('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': 'dark'}])
    check(brightness(b) < 60, 'follows the system')
    b.click('#theme')
    check(brightness(b) > 200, 'light, whatever the system says')
    b.keys('t')
    check(brightness(b) < 60, 'dark')
    b.devtools('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': 'light'}])
    check(brightness(b) < 60, 'dark, whatever the system says')
    b.keys('t')
    check(brightness(b) > 200, 'back to the system')


def contrast(b, selector):
    """Of text and what is behind it, by the rules of WCAG 2."""
    return b.run('''
        const light = c => { const v = c.map(x => x / 255).map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
                             return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
        const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
        const e = document.querySelector(arguments[0]), style = getComputedStyle(e);
        const front = parse(e.ownerSVGElement ? style.fill : style.color);
        let back = [0, 0, 0, 0];
        for (let p = e; p && (back.length === 4 && back[3] === 0); p = p.parentElement) back = parse(getComputedStyle(p).backgroundColor);
        const [a, c] = [light(front), light(back)].sort((x, y) => y - x);
        return (a + 0.05) / (c + 0.05);''', selector)


@test('small')
def text_can_be_read_in_both_themes(b):
    b.run("document.querySelector('.file').open = true")
    b.until("return document.querySelectorAll('.comment').length > 0")
    for _ in range(2):
        for selector in ('.step:not(.chosen) .number', '.step .failure', '.verdict .message-text', '.facts-line span', '.badge.bad', '.label.quiet',
                         '.head.spec .name', '.failure-box strong', '#detail .quiet', '.keyword', '.comment', 'button.link', '.file .some'):
            found = contrast(b, selector)
            check(found >= 4.5, f'{selector}: contrast {found:.1f}')
        b.keys('t', 't')


@test('small')
def what_can_be_used_has_a_name(b):
    nameless = b.run('''return [...document.querySelectorAll('button, input, summary, [tabindex]')].filter(e =>
        !(e.textContent.trim() || e.getAttribute('aria-label') || (e.labels && e.labels.length > 0))).map(e => e.outerHTML)''')
    equal(nameless, [])
    b.run("document.querySelector('.steps').focus()")
    equal(b.run("return document.activeElement.getAttribute('aria-activedescendant')"), 'step-9')
    b.keys('k')
    equal(b.run("return document.activeElement.getAttribute('aria-activedescendant')"), 'step-8')


@test('lasso')
def paper_has_every_step(b):
    b.devtools('Emulation.setEmulatedMedia', media='print')
    b.run("dispatchEvent(new Event('beforeprint'))")
    equal(b.count('#print .step'), 7)
    equal(b.run("return getComputedStyle(document.querySelector('.toolbar')).display"), 'none')
    check(brightness(b) > 240, 'dark paper')
    b.run("dispatchEvent(new Event('afterprint'))")
    equal(b.count('#print'), 0)
    b.devtools('Emulation.setEmulatedMedia', media='')
    check(b.pdf().startswith(b'%PDF'), 'no paper at all')


@test('big')
def paper_has_many_sheets(b):
    b.run("dispatchEvent(new Event('beforeprint'))")
    equal(b.count('#print .step'), 501)
    heads = b.count('#print .heads')
    check(heads > 10, f'names of lanes only {heads} times')
    wide = b.run("return Math.max(...[...document.querySelectorAll('#print .canvas')].map(e => parseFloat(e.style.width)))")
    check(wide <= 1060, f'{wide} px are wider than the paper')
    b.run("dispatchEvent(new Event('afterprint'))")


# ---- Nothing of a model is markup ----

INNOCENT = 'return [document.title.includes("taken"), document.querySelectorAll("img, iframe, object").length, document.scripts.length]'


@test('nasty')
def names_and_payloads_are_text(b):
    def look():
        taken, images, scripts = b.run(INNOCENT)
        check(images == 0 and scripts == 2, f'{images} images, {scripts} scripts')
        return taken
    title = b.run('return document.title')
    equal(title, f'Violated: {synthetic.NASTY}', 'title')
    for keys in ('k', 'm', 'Escape', 'w', 'i', 'p', '?', 'Escape', 't'):
        b.keys(keys)
        look()
    b.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    check(b.until("return document.querySelectorAll('.annotated').length > 0"), 'no source')
    b.run("document.querySelectorAll('.grip')[0].dispatchEvent(new MouseEvent('mousemove', {bubbles: true, clientX: 50, clientY: 50}))")
    look()
    check(synthetic.NASTY in b.text('#tip'), 'the tip shows it')
    check(synthetic.NASTY in b.text('#detail'), 'the panel shows it')
    check(synthetic.NASTY in b.text('.annotated'), 'the source shows it')
    hidden = b.run(r"return /[\u2028\u2029\u202e]/.test(document.body.innerText)")
    check(not hidden, 'characters that reorder text are not made visible')


@test(None)
def the_policy_stops_what_gets_in_all_the_same(b):
    """As if the escapes were forgotten: then the policy must hold."""
    with open(urllib.parse.unquote(urllib.parse.urlparse(b.pages['small']).path), encoding='utf-8') as f:
        page = f.read()
    evil = page.replace('<noscript>', '<script>window.taken = 1</script><img src=x onerror="window.taken = 2"><style>body{color:red}</style>'
                        '<p style="color: red" onclick="window.taken = 3" id="evil">x</p><noscript>')
    path = os.path.join(b.pages_folder, 'evil.html')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(evil)
    b.open('file://' + path)
    b.run("document.getElementById('evil').click()")
    said, end = 0, time.monotonic() + 30
    while said < 3:
        check(time.monotonic() < end, 'the policy says nothing')
        time.sleep(0.2)
        said += len([e for e in b.log() if 'Content Security Policy' in e['message']])
    equal(b.run('return window.taken === undefined'), True, 'an injected script ran')
    equal(chosen(b), 9, 'the page itself works')
    b.requests()


@test(None)
def pages_that_synod_writes(b):
    """A model with a nasty string, through synod itself."""
    model = '''event eGo: string;
machine Main {
  start state S {
    entry { var other: machine; other = new Other(); send other, eGo, "</script><img src=x onerror=alert(1)>&amp;"; }
  }
}
machine Other {
  var seen: string;
  start state T { on eGo do (what: string) { seen = what; assert false, format("got {0}", what); } }
}
test tcNasty [main = Main]: { Main, Other };
'''
    with open(os.path.join(b.pages_folder, 'model <b>.p'), 'w', encoding='utf-8') as f:
        f.write(model)
    out = os.path.join(b.pages_folder, 'real.html')
    done = subprocess.run([b.synod, 'check', '-q', 'model <b>.p', '--html', out, '--json', 'real.json'], cwd=b.pages_folder,
                          capture_output=True, text=True, timeout=60, check=False)
    equal(done.returncode, 1, done.stdout + done.stderr)
    again = subprocess.run([b.synod, 'replay', '-q', 'real.json', '--html', 'again.html'], cwd=b.pages_folder,
                           capture_output=True, text=True, timeout=60, check=False)
    equal(again.returncode, 1, again.stdout + again.stderr)
    for name in ('real.html', 'again.html'):
        b.open('file://' + os.path.join(b.pages_folder, name))
        equal(b.run(INNOCENT), [False, 0, 2], name)
        equal(lanes(b), ['Main(1)', 'Other(1.1)'], name)
        check('got </script><img src=x onerror=alert(1)>&amp;' in b.text('#verdict'), b.text('#verdict'))
        check('assert false' in b.text('.code-line.at'), b.text('.code-line.at'))
        b.keys('m')
        check('"</script><img src=x onerror=alert(1)>&amp;"' in b.text('#detail') or
              '</script><img src=x onerror=alert(1)>&amp;' in b.text('.payload-box'), b.text('#detail'))
        equal(b.count('.message.chosen'), 1, name)


@test(None)
def errors_of_the_model_take_the_place_of_results(b):
    with open(os.path.join(b.pages_folder, 'wrong.p'), 'w', encoding='utf-8') as f:
        f.write('machine Main { start state S { } }\n\nmachine Main { // <b>again</b>\n  start state S { }\n}\n')
    done = subprocess.run([b.synod, 'check', '-q', 'wrong.p', '--html', 'wrong.html'], cwd=b.pages_folder,
                          capture_output=True, text=True, timeout=60, check=False)
    equal(done.returncode, 2, done.stdout + done.stderr)
    b.open('file://' + os.path.join(b.pages_folder, 'wrong.html'))
    equal(b.run('return document.title'), '1 error in the model')
    check('The model has errors' in b.text('#verdict') and 'No test was run' in b.text('#verdict'), b.text('#verdict'))
    told = re.search(r'wrong\.p:3:9: error: (.*)', done.stderr).group(1)
    check(told in b.text('.said.error'), b.text('.said.error'))
    at = b.run("return [...document.querySelectorAll('.said .code-line.at')].map(e => e.textContent)")
    equal(at, ['3machine Main { // <b>again</b>', '1machine Main { start state S { } }'], 'the line, and that of the note')
    b.keys('t', 'j', 'x', '?', 'Escape')


@test(None)
def witnesses_that_synod_writes(b):
    model = '''event eGo;
machine Main { start state S { entry { send this, eGo; } on eGo do { } } }
scenario Went observes eGo { start state No { on eGo goto Yes; } cold state Yes { } }
test tcGo [main = Main]: { Main };
'''
    with open(os.path.join(b.pages_folder, 'go.p'), 'w', encoding='utf-8') as f:
        f.write(model)
    done = subprocess.run([b.synod, 'check', '-q', 'go.p', '--witness=all', '--html', 'go.html'], cwd=b.pages_folder,
                          capture_output=True, text=True, timeout=60, check=False)
    equal(done.returncode, 0, done.stdout + done.stderr)
    b.open('file://' + os.path.join(b.pages_folder, 'go.html'))
    b.click('.run[data-run=Went]')
    equal(lanes(b), ['Main(1)', 'Went'])
    equal(b.text('.head.covered .name'), 'Went')
    check(b.count('.message') == 1 and b.count('.step.covers') == 1, 'not drawn')


@test('warned')
def warnings_stand_below_the_results(b):
    equal(b.text('h1'), 'tcSmall')
    text = b.text('#messages')
    check('event eNever is never sent' in text and 'unused-event' in text, text)
    equal(b.run("return document.querySelector('#messages .code-line.at .line-number').textContent"), '3')


@test(None)
def pages_of_models_in_c(b):
    root = os.path.abspath(sys.argv[2])
    path = os.path.join(b.pages_folder, 'model_c.html')
    done = subprocess.run([b.synod, 'check', 'model_c.c', 'fine', 'monitor', 'lossy', '--lose=1', '--deadlock', '-q', f'--html={path}'],
                          cwd=os.path.join(root, 'tests', 'cli'), capture_output=True, text=True, check=False)
    equal(done.returncode, 1, done.stderr)
    b.open('file://' + path + '#test=fine')
    check('Every execution was explored.' in b.text('#verdict'), b.text('#verdict'))
    b.open('file://' + path + '#test=monitor')
    equal(lanes(b), ['monitor(0)', 'once(1)', 'voter(2)', 'voter(3)'])
    check('vote 2, by thread 3' in b.text('#detail'), b.text('#detail'))
    check('Local states' not in b.text('#detail') and 'could have happened' not in b.text('#detail'), 'what is not known')
    equal(b.run("return document.querySelector('#detail .code-line.at, #detail .at') !== null"), True, 'the source')
    b.open('file://' + path + '#test=lossy')
    check('is lost' in b.text('#main'), 'no loss')


# ---- Running ----

def run_test(b, name, page, f):
    b.devtools('Emulation.setEmulatedMedia', media='', features=[{'name': 'prefers-color-scheme', 'value': 'light'}])
    b.log()
    b.requests()
    if page is not None:
        b.url = b.pages[page]
        b.open(b.url)
        b.run("localStorage.clear(); document.documentElement.dataset.theme === 'auto' || location.reload()")
    f(b)
    said = [e['message'] for e in b.log() if e['level'] not in ('DEBUG',)]
    check(not said, f'on the console: {said[:3]}')
    fetched = [u for u in b.requests() if not u.startswith(('file://' + b.pages_folder, 'about:', 'data:,'))]
    check(not fetched, f'fetched: {fetched[:3]}')


def write_pages(b, root):
    b.pages = {}
    for name, make in synthetic.REPORTS.items():
        path = os.path.join(b.pages_folder, f'{name}.html')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(synthetic.page(os.path.join(root, 'src', 'report', 'page'), make()))
        b.pages[name] = 'file://' + path


def main():
    if len(sys.argv) < 3:
        print(__doc__.strip())
        return 2
    _, missing = driver.programs()
    if missing:
        print(f'skipped: no {" and no ".join(missing)} here; scripts/install-packages.sh test installs them')
        return 77
    words = sys.argv[3:]
    failed = 0
    with tempfile.TemporaryDirectory(prefix='synod-pages-') as folder, driver.Browser() as b:
        b.synod, b.pages_folder = os.path.abspath(sys.argv[1]), folder
        write_pages(b, os.path.abspath(sys.argv[2]))
        chosen_tests = [x for x in TESTS if not words or any(w in x[0] for w in words)]
        for name, page, f in chosen_tests:
            try:
                run_test(b, name, page, f)
            except Exception as e:  # a fault in a test must not hide the results of the others
                failed += 1
                print(f'FAIL: {name}: {e if isinstance(e, AssertionError) else traceback.format_exc()}', flush=True)
    print(f'{len(chosen_tests) - failed} passed, {failed} failed')
    return 1 if failed > 0 else 0


if __name__ == '__main__':
    sys.exit(main())
