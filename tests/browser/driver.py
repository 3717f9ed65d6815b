"""Headless Chromium through ChromeDriver, with the WebDriver protocol spoken by hand."""
import base64
import json
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
KEYS = {'ArrowDown': '\ue015', 'ArrowUp': '\ue013', 'Home': '\ue011', 'End': '\ue010', 'Escape': '\ue00c', 'Enter': '\ue007',
        'PageDown': '\ue00f', 'PageUp': '\ue00e', 'Tab': '\ue004'}
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def programs():
    """Paths of the browser and the driver, or None and what is missing."""
    browser = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')
    driver = shutil.which('chromedriver')
    missing = [name for name, path in (('chromium', browser), ('chromium-driver', driver)) if path is None]
    return (browser, driver), missing


class Error(Exception):
    pass


class Browser:
    def __init__(self, size=(1440, 900), dark=False):
        (browser, driver), _ = programs()
        self.folder = tempfile.mkdtemp(prefix='synod-browser-')
        self.process = subprocess.Popen([driver, '--port=0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.base = self.session = None
        try:
            self.base = f'http://127.0.0.1:{self.port()}'
            options = {'binary': browser, 'args': [
                '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
                f'--user-data-dir={self.folder}', f'--window-size={size[0]},{size[1]}', '--force-color-profile=srgb']}
            found = self.call('POST', '/session', {'capabilities': {'alwaysMatch': {
                'browserName': 'chrome', 'goog:chromeOptions': options,
                'goog:loggingPrefs': {'browser': 'ALL', 'performance': 'ALL'}}}})
            self.session = found['sessionId']
            self.devtools('Emulation.setEmulatedMedia', features=[
                {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])
        except BaseException:
            self.close()
            raise

    def port(self):
        for line in self.process.stdout:
            if 'successfully on port ' in line:
                return int(line.split('successfully on port ')[1].split('.')[0])
        raise Error('chromedriver did not start')

    def call(self, method, path, body=None):
        session = f'/session/{self.session}' if self.session else ''
        request = urllib.request.Request(self.base + session + path, method=method, headers={'Content-Type': 'application/json'},
                                         data=None if body is None else json.dumps(body).encode())
        try:
            with DIRECT.open(request, timeout=60) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as e:
            raise Error(json.load(e)['value']['message']) from None

    def close(self):
        try:
            if self.session:
                self.call('DELETE', '')
        finally:
            self.process.terminate()
            self.process.wait()
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- What tests do ----

    def open(self, url):
        self.call('POST', '/url', {'url': 'about:blank'})
        self.call('POST', '/url', {'url': url})

    def run(self, script, *args):
        return self.call('POST', '/execute/sync', {'script': script, 'args': list(args)})

    def devtools(self, command, **params):
        return self.call('POST', '/goog/cdp/execute', {'cmd': command, 'params': params})

    def find(self, selector):
        return self.call('POST', '/element', {'using': 'css selector', 'value': selector})[ELEMENT]

    def click(self, selector):
        self.call('POST', f'/element/{self.find(selector)}/click', {})

    def point(self, x, y, click=False):
        actions = [{'type': 'pointerMove', 'duration': 0, 'x': int(x), 'y': int(y)}]
        if click:
            actions += [{'type': 'pointerDown', 'button': 0}, {'type': 'pointerUp', 'button': 0}]
        self.call('POST', '/actions', {'actions': [{'type': 'pointer', 'id': 'mouse', 'actions': actions}]})

    def keys(self, *names):
        actions = []
        for name in names:
            key = KEYS.get(name, name)
            actions += [{'type': 'keyDown', 'value': key}, {'type': 'keyUp', 'value': key}]
        self.call('POST', '/actions', {'actions': [{'type': 'key', 'id': 'keyboard', 'actions': actions}]})

    def text(self, selector):
        return self.run('return document.querySelector(arguments[0]).textContent', selector)

    def count(self, selector):
        return self.run('return document.querySelectorAll(arguments[0]).length', selector)

    def log(self, kind='browser'):
        return self.call('POST', '/se/log', {'type': kind})

    def requests(self):
        """Addresses that the page has asked for since the last question."""
        found = []
        for entry in self.log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                found.append(message['params']['request']['url'])
        return found

    def screenshot(self, path):
        with open(path, 'wb') as f:
            f.write(base64.b64decode(self.call('GET', '/screenshot')))

    def pdf(self):
        return base64.b64decode(self.call('POST', '/print', {'background': True}))

    def until(self, script, *args, limit=30):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if self.run(script, *args):
                return True
            time.sleep(0.05)
        return False
