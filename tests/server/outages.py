#!/usr/bin/python3
"""What seats meet while the database fails in ways that kills.py does not have: a leader that changes its place.

usage: outages.py NEBEL SOURCE [--only TEXT] [--junit FILE]"""
import contextlib
import socket
import sys
import threading
import time

from node import Database, Node, Results, arguments, wait_until

CHURN_THREADS = 8


class Churn:
    """Threads that open and close sockets of the node all the time, so that it reuses the numbers of its files."""

    def __init__(self, path):
        self.path, self.is_ending, self.count = str(path), threading.Event(), 0
        self.threads = [threading.Thread(target=self.run) for _ in range(CHURN_THREADS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *problem):
        self.is_ending.set()
        for thread in self.threads:
            thread.join()

    def run(self):
        while not self.is_ending.is_set():
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
                client.connect(self.path)
                client.sendall(b'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
                self.count += 1
            time.sleep(0.005)


def a_leader_behind_another_host_is_found_again(plan):
    """The first host of the connection never leads; the second is restarted five times while clients come and go."""
    with Node(plan.nebel, plan.source) as node:
        standby = Database(node.folder / 'standby', node.source / 'db')
        try:
            standby.rows("ALTER SYSTEM SET default_transaction_read_only = on")
            standby.rows("SELECT pg_reload_conf()")
            node.server.command[node.server.command.index('--database') + 1] = (
                f'host={standby.folder},{node.database.folder} user=nebel dbname=nebel target_session_attrs=read-write')
            node.server.start()
            with Churn(node.server.socket) as churn:
                for restart in range(5):
                    node.database.kill()
                    node.database.start()
                    seen = churn.count
                    wait_until(lambda seen=seen: churn.count > seen + 300 or node.server.process.poll() is not None, 'clients that come and go')
                    assert node.server.process.poll() is None, f'the node ended at restart {restart + 1}: {node.server.process.returncode}'
                    node.server.wait_open()
            node.check_end()
        finally:
            standby.kill()
        return f'{churn.count} clients came and went'


TESTS = (a_leader_behind_another_host_is_found_again,)


def main():
    parser = arguments(__doc__)
    parser.add_argument('--only', default='', help='tests whose names hold this')
    plan = parser.parse_args()
    results = Results('outages', plan.junit)
    for test in TESTS:
        name = test.__name__.replace('_', ' ')
        if plan.only in name:
            results.run(name, lambda test=test: test(plan))
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
