"""A real mail server, OpenSMTPD, that relays everything to a sink of the test. It needs root, and there can be one on a machine."""
import os
import re
import socket
import subprocess
import threading
import warnings

from node import wait_until

with warnings.catch_warnings():
    warnings.simplefilter('ignore')  # of modules that a later Python has not
    import asyncore
    import smtpd

PROGRAM = '/usr/sbin/smtpd'


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as free:
        return free.getsockname()[1]


class Sink(smtpd.SMTPServer):
    """Keeps all mails, as (to, text)."""

    def __init__(self, port):
        super().__init__(('127.0.0.1', port), None)
        self.mails = []

    def process_message(self, peer, mailfrom, rcpttos, data, **_):
        self.mails.append((rcpttos, data.decode()))


class Mailer:
    def __init__(self, folder):
        self.port, sink_port = free_port(), free_port()
        self.url = f'smtp://127.0.0.1:{self.port}'
        self.sink = Sink(sink_port)
        self.configuration, self.log = folder / 'smtpd.conf', folder / 'smtpd.log'
        self.configuration.write_text(f'listen on 127.0.0.1 port {self.port}\naction "out" relay host smtp://127.0.0.1:{sink_port}\n'
                                      'match from any for any action "out"\n')
        self.process = None

    @staticmethod
    def can_run():
        return os.geteuid() == 0 and os.path.exists(PROGRAM)

    def start(self):
        threading.Thread(target=asyncore.loop, kwargs={'timeout': 0.1}, daemon=True).start()
        with open(self.log, 'w') as log:
            self.process = subprocess.Popen([PROGRAM, '-d', '-f', str(self.configuration)], stdout=log, stderr=log)
        wait_until(self.is_open, 'OpenSMTPD')

    def is_open(self):
        try:
            with socket.create_connection(('127.0.0.1', self.port), 1):
                return True
        except OSError:
            return False

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=30)

    def read(self, address):
        """Waits for a mail, and takes it; its text, and the token of its link."""
        def find():
            return next((mail for mail in self.sink.mails if mail[0] == [address]), None)
        wait_until(find, f'a mail to {address}')
        mail = find()
        self.sink.mails.remove(mail)
        return mail[1], re.search(r'#/account/\w+/([\w-]{43})\s', mail[1])[1]

