"""What SARIF 2.1.0 asks of a log beyond being JSON, as far as Synod's logs go."""
import re
import urllib.parse

LEVELS = ('none', 'note', 'warning', 'error')


def mistakes(log):
    """A list of sentences; empty if all is well."""
    found = []

    def need(condition, text):
        if not condition:
            found.append(text)

    need(log.get('version') == '2.1.0', 'the version is not 2.1.0')
    need(str(log.get('$schema', '')).endswith('sarif-2.1.0.json'), 'no schema')
    need(isinstance(log.get('runs'), list) and log['runs'], 'no runs')
    for run in log.get('runs', []):
        check_run(run, need)
    return found


def check_run(run, need):
    driver = run['tool']['driver']
    need(driver.get('name') and driver.get('version'), 'the tool has no name or version')
    need(run.get('columnKind') in ('utf16CodeUnits', 'unicodeCodePoints'), 'no columnKind')
    for base in run.get('originalUriBaseIds', {}).values():
        need(base['uri'].endswith('/'), 'a base URI must end with a slash')
        need(urllib.parse.urlsplit(base['uri']).scheme == 'file', 'a base URI must be absolute')
    for rules in driver['rules'], driver['notifications']:
        ids = [x['id'] for x in rules]
        need(len(ids) == len(set(ids)), 'rules are not unique')
        for rule in rules:
            for key in 'shortDescription', 'fullDescription', 'help':
                check_message(rule[key], need)
            need(rule['defaultConfiguration']['level'] in LEVELS, 'level of a rule')
    for artifact in run['artifacts']:
        check_artifact(artifact['location'], run, need)
    need(isinstance(run.get('results'), list), 'results must be there, even if there are none')
    for result in run['results']:
        check_result(result, run, need)
    for invocation in run['invocations']:
        need(isinstance(invocation.get('executionSuccessful'), bool), 'executionSuccessful is needed')
        need(isinstance(invocation.get('exitCode'), int), 'exitCode')
        for note in invocation['toolExecutionNotifications']:
            need(note['level'] in LEVELS, 'level of a notification')
            check_message(note['message'], need)
            d = note['descriptor']
            need(driver['notifications'][d['index']]['id'] == d['id'], 'descriptor of a notification')
            for place in note.get('locations', []):
                check_location(place, run, need)


def check_result(result, run, need):
    rules = run['tool']['driver']['rules']
    need(0 <= result['ruleIndex'] < len(rules), 'ruleIndex is out of range')
    need(rules[result['ruleIndex']]['id'] == result['ruleId'], 'ruleIndex and ruleId differ')
    need(result['level'] in LEVELS, 'level')
    need(result.get('kind', 'fail') == 'fail' or result['level'] == 'none', 'level of what did not fail')
    check_message(result['message'], need)
    need(len(result['locations']) == 1, 'code scanning wants one location')
    for place in result['locations']:
        check_location(place, run, need)
    related = result.get('relatedLocations', [])
    ids = [x['id'] for x in related]
    need(len(ids) == len(set(ids)) and all(x >= 0 for x in ids), 'ids of related locations')
    for place in related:
        check_location(place, run, need)
        check_message(place['message'], need)
    for flow in result.get('codeFlows', []):
        need(flow['threadFlows'], 'a code flow without thread flows')
        for thread in flow['threadFlows']:
            need(thread['locations'], 'a thread flow without locations')
            for step in thread['locations']:
                check_location(step['location'], run, need)
                check_message(step['location']['message'], need)
                need(step['nestingLevel'] >= 0 and step['executionOrder'] >= 0, 'order')
    for value in result.get('partialFingerprints', {}).values():
        need(isinstance(value, str) and value, 'a fingerprint is text')


def check_location(place, run, need):
    physical = place['physicalLocation']
    check_artifact(physical['artifactLocation'], run, need)
    if 'region' in physical:
        region = physical['region']
        need(region['startLine'] >= 1 and region['startColumn'] >= 1, 'lines and columns begin with 1')
    for logical in place.get('logicalLocations', []):
        need(logical.get('name'), 'a logical location needs a name')


def check_artifact(place, run, need):
    uri = place['uri']
    need(re.fullmatch(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*", uri), f'no URI: {uri}')
    need(not re.search(r'%(?![0-9A-F]{2})', uri), f'no URI: {uri}')
    if 'uriBaseId' in place:
        need(place['uriBaseId'] in run['originalUriBaseIds'], 'uriBaseId is not defined')
        need(not re.match(r'[a-z]+:|/', uri), f'{uri} is not relative')
        need('..' not in uri.split('/'), f'{uri} leads out of its base')
    else:
        need(uri.startswith('file:///'), f'{uri} is not absolute')
    if 'index' in place:
        need(run['artifacts'][place['index']]['location']['uri'] == uri, 'index of another artifact')


def check_message(message, need):
    text = message['text']
    need(text, 'an empty message')
    # Braces are doubled, else they are placeholders for which there are no arguments.
    need(not re.search(r'[{}]', re.sub(r'\{\{|\}\}', '', text)), f'a placeholder in {text!r}')
    need(not re.search(r'\]\(', text), f'a link in {text!r}')
