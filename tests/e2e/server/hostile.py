#!/usr/bin/python3
"""Lets hostile clients loose on a node, straight and through nginx, while two honest games go on.

usage: hostile.py NEBEL SOURCE [--connections N] [--seconds N] [--only TEXT] [--junit FILE]

    --connections N   of each attack (default 300)
    --seconds N       that each attack lasts (default 4)

During each attack every try of the honest games is answered, nobody of them is disconnected, a new game can be opened and joined,
and the server stays below a limit of memory."""
import asyncio
import collections
import contextlib
import os
import random
import socket
import subprocess
import sys
import time

import websockets

from node import HAS_BARS, Node, Results, arguments, assert_within, hear, hearings, join, wait_until

PING_S = 3
ANSWER_S = 20  # within which an honest try is answered, also on a machine that has other work
CLOSE_S = 30  # within which a connection is closed that has no right to stay
MEMORY_MAX = 200 << 20
PING_FRAME = 0x89  # its first byte
SQUARES = [file + rank for file in 'abcd' for rank in '1234']
GONE = (OSError, websockets.WebSocketException, asyncio.IncompleteReadError, asyncio.TimeoutError)
UPGRADE = (b'GET /seat HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
           b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n')


# --- What stands in front of the node -------------------------------------------------------------

def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


class Proxy:
    """nginx with the limits that docs/server.md recommends, on a port of its own."""

    def __init__(self, node):
        self.port, folder = free_port(), node.folder / 'nginx'
        folder.mkdir(exist_ok=True)
        user = 'user root;' if os.geteuid() == 0 else ''
        temporary = ' '.join(f'{kind}_temp_path {folder}/{kind};' for kind in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
        (folder / 'nginx.conf').write_text(f"""
            {user} daemon off; pid {folder}/pid; worker_processes 1; worker_rlimit_nofile 8192;
            events {{ worker_connections 8000; }}
            http {{
              access_log off; {temporary}
              client_header_timeout 5s; client_body_timeout 5s; send_timeout 5s; client_max_body_size 4k;
              map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
              server {{
                listen 127.0.0.1:{self.port};
                location / {{
                  proxy_pass http://unix:{node.server.socket}:; proxy_http_version 1.1; proxy_read_timeout 60s;
                  proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
                }}
              }}
            }}""")
        environment = {**os.environ, 'PATH': os.environ['PATH'] + ':/usr/sbin'}
        self.process = subprocess.Popen(['nginx', '-e', folder / 'log', '-c', folder / 'nginx.conf'], env=environment)
        wait_until(self.is_open, 'nginx')

    def is_open(self):
        with socket.socket() as client:
            return client.connect_ex(('127.0.0.1', self.port)) == 0

    def end(self):
        self.process.terminate()
        self.process.wait()


class Relay:
    """Hands the bytes of a port to the socket of the node, for programs that know no unix sockets."""

    def __init__(self, node):
        self.path = str(node.server.socket)
        self.port = None

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, '127.0.0.1', 0, backlog=4096)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *problem):
        self.server.close()

    async def serve(self, reader, writer):
        with contextlib.suppress(*GONE):
            to_reader, to_writer = await asyncio.open_unix_connection(self.path)
            await asyncio.gather(self.copy(reader, to_writer), self.copy(to_reader, writer))

    @staticmethod
    async def copy(reader, writer):
        with contextlib.suppress(*GONE):
            while data := await reader.read(4096):
                writer.write(data)
                await writer.drain()
        writer.close()


# --- Honest games ---------------------------------------------------------------------------------

class Honest:
    """A game whose seats send tries all the time. They must never notice anything."""

    def __init__(self, server, rng):
        self.made, self.server, self.rng = server.make_game(), server, rng
        self.answered, self.slowest = 0, 0.0

    async def play(self, is_ending):
        seats = [(await join(self.server, self.made[name])) for name in ('white', 'black')]
        heard, refs, mover = [len(hearings(lines)) for _, lines in seats], [0, 0], 0
        while not is_ending.is_set():
            refs[mover] += 1
            connection = seats[mover][0]
            begin = time.monotonic()
            await connection.send(f'{refs[mover]} {heard[mover]} try ' + ''.join(self.rng.sample(SQUARES, 2)))
            words = (await hear(connection, ANSWER_S)).split(' ')
            self.slowest = max(self.slowest, time.monotonic() - begin)
            assert words[1] == str(refs[mover]), words
            self.answered += 1
            heard[mover] += 1
            if words[5] == 'played':
                mover = 1 - mover
                await hear(seats[mover][0], ANSWER_S)
                heard[mover] += 1
            if 'over' in words:
                return await self.again(is_ending)
            await asyncio.sleep(0.05)
        for connection, _ in seats:
            await connection.close()

    async def again(self, is_ending):
        self.made = await asyncio.to_thread(self.server.make_game)
        await self.play(is_ending)


def memory_of(process):
    with open(f'/proc/{process}/status') as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith('VmRSS'))


async def attack(node, plan, hostile):
    """Two honest games before, during and after what `hostile` does."""
    rng = random.Random(1)
    games = [Honest(node.server, rng) for _ in range(2)]
    is_ending = asyncio.Event()
    playing = [asyncio.create_task(game.play(is_ending)) for game in games]
    await asyncio.sleep(0.5)
    before = [game.answered for game in games]
    told = await hostile(node, plan)
    made = await asyncio.to_thread(node.server.make_game)
    connection, lines = await join(node.server, made['white'])
    assert lines[-1].startswith('joined'), lines
    await connection.close()
    is_ending.set()
    await asyncio.gather(*playing)
    for game, count in zip(games, before):
        assert game.answered > count, 'an honest game stood still'
    memory = memory_of(node.server.process.pid)
    assert memory < MEMORY_MAX, f'the server has {memory} bytes'
    return f'{told}; {sum(game.answered for game in games)} honest tries, the slowest {max(game.slowest for game in games):.2f} s'


# --- Attacks --------------------------------------------------------------------------------------

async def run_slowhttptest(port, plan, *options):
    words = ['slowhttptest', '-c', plan.connections, '-r', plan.connections, '-l', plan.seconds, '-p', 3, '-u', f'http://127.0.0.1:{port}/api/game', *options]
    process = await asyncio.create_subprocess_exec(*map(str, words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert await process.wait() == 0, 'slowhttptest failed'


SLOW = {'slow headers': ('-H', '-i', 1), 'slow bodies': ('-B', '-i', 1, '-s', 2000), 'slow reading': ('-X', '-n', 1, '-z', 1)}


def slow_through_nginx(kind):
    async def hostile(node, plan):
        proxy = await asyncio.to_thread(Proxy, node)
        try:
            await run_slowhttptest(proxy.port, plan, *SLOW[kind])
        finally:
            await asyncio.to_thread(proxy.end)
        return f'{plan.connections} connections'
    return hostile


def slow_straight(kind):
    async def hostile(node, plan):
        async with Relay(node) as relay:
            await run_slowhttptest(relay.port, plan, *SLOW[kind])
        return f'{plan.connections} connections'
    return hostile


async def upgrade(node):
    reader, writer = await asyncio.open_unix_connection(str(node.server.socket))
    writer.write(UPGRADE)
    await asyncio.wait_for(reader.readuntil(b'\r\n\r\n'), ANSWER_S)
    return reader, writer


# Frames that no client may send: a mask that is missing, codes that are not there, a control frame that is too long or in parts, reserved
# bits, a length of 2^62, half a character, random bytes.
BAD_FRAMES = (b'\x81\x05hello', b'\x83\x80\0\0\0\0', b'\x8f\x80\0\0\0\0', b'\x89\xfe\x01\0\0\0\0\0' + b'x' * 256, b'\x09\x80\0\0\0\0', b'\xf1\x80\0\0\0\0',
              b'\x81\xff\x40\0\0\0\0\0\0\0\0\0\0\0xxxx', b'\x81\x82\0\0\0\0\xc3\x28', b'\x00\x80\0\0\0\0', b'\x88\x81\0\0\0\0x')


async def send_bad_frames(node, rng, end):
    count = 0
    while time.monotonic() < end:
        with contextlib.suppress(*GONE):
            reader, writer = await upgrade(node)
            writer.write(rng.choice(BAD_FRAMES + (rng.randbytes(200),)) * rng.choice((1, 1, 50)))
            await asyncio.wait_for(reader.read(4096), 1)
            writer.close()
            count += 1
    return count


async def floods_of_bad_frames(node, plan):
    end = time.monotonic() + plan.seconds
    counts = await asyncio.gather(*(send_bad_frames(node, random.Random(seed), end) for seed in range(20)))
    assert sum(counts) > 20, counts
    return f'{sum(counts)} connections'


async def is_closed_after_silence(node, opening):
    """How long a client that sends nothing more, no pong either, keeps its connection."""
    reader, writer = await asyncio.open_unix_connection(str(node.server.socket))
    begin = time.monotonic()
    writer.write(opening)
    with contextlib.suppress(*GONE):
        while await asyncio.wait_for(reader.read(4096), 60):
            pass
        writer.close()
        return time.monotonic() - begin
    writer.close()
    return time.monotonic() - begin


async def half_open_sockets(node, plan):
    """Those that never end their request, and those that open and are never heard of again."""
    count = min(plan.connections, 200)
    lasted = await asyncio.gather(*(is_closed_after_silence(node, UPGRADE if i % 2 else UPGRADE[:40]) for i in range(count)))
    silent, unfinished = lasted[1::2], lasted[::2]
    assert min(silent) >= PING_S, min(silent)
    assert_within(max(silent), 2 * PING_S + ANSWER_S)
    assert_within(max(unfinished), 60)
    return f'{count} connections; the silent ones lasted {min(silent):.1f} to {max(silent):.1f} s, unfinished requests up to {max(unfinished):.1f} s'


async def a_client_that_answers_pings_stays(node, plan):
    made = await asyncio.to_thread(node.server.make_game)
    connection, _ = await join(node.server, made['white'], ping_interval=None)
    with contextlib.suppress(asyncio.TimeoutError):
        raise AssertionError(await hear(connection, 3 * PING_S))
    await connection.send('1 1 try a1d4')
    assert (await hear(connection)).endswith(' hear illegal')
    await connection.close()
    return 'one client'


async def hear_first_ping(node):
    """When a silent client is asked for the first time whether it is there."""
    reader, writer = await asyncio.open_unix_connection(str(node.server.socket))
    writer.write(UPGRADE)
    await reader.readuntil(b'\r\n\r\n')
    kind, length = await reader.readexactly(2)
    while kind != PING_FRAME:  # short frames, whose length is one byte
        await reader.readexactly(length)
        kind, length = await reader.readexactly(2)
    writer.close()
    return time.monotonic()


async def pings_are_spread(node, plan):
    """Clients that came together are not asked together: ten thousand pings at once would hold up everybody's verdicts."""
    count = 200
    moments = await asyncio.gather(*(hear_first_ping(node) for _ in range(count)))
    tenths = collections.Counter(int(10 * (moment - min(moments))) for moment in moments)
    assert max(tenths.values()) <= (count / 3 if HAS_BARS else count - 1), tenths
    return f'{count} pings within {max(moments) - min(moments):.1f} s, at most {max(tenths.values())} in a tenth of a second'


def mask(line):
    """A text frame of a client; the mask is zero, so that its text is what it is."""
    data = line.encode()
    assert len(data) < 126
    return bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data


async def never_read(node, at_once, seconds):
    """Joins, then sends tries, each of which is refused and told so, and never reads. Many at once are a flood,
    which the server closes."""
    made = await asyncio.to_thread(node.server.make_game)
    client = socket.socket(socket.AF_UNIX)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    client.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(client, str(node.server.socket))
    await loop.sock_sendall(client, UPGRADE + mask(f"join 1 {made['white']} 0"))
    told = b''
    while b'joined' not in told:
        told += await asyncio.wait_for(loop.sock_recv(client, 4096), ANSWER_S)
    end, ref = time.monotonic() + seconds, 0
    with contextlib.suppress(*GONE):
        while time.monotonic() < end:
            lines = [mask(f'{number} {number} try a1d4') for number in range(ref + 1, ref + 1 + at_once)]
            ref += at_once
            await asyncio.wait_for(loop.sock_sendall(client, b''.join(lines)), 5)
            await asyncio.sleep(0.03)
    client.close()
    return time.monotonic() < end


async def clients_that_never_read(node, plan):
    closed = await asyncio.gather(*(never_read(node, *how) for how in ((1, plan.seconds), (20, CLOSE_S)) for _ in range(10)))
    assert not any(closed[:10]), 'a client within the limit was closed'
    assert all(closed[10:]), 'a flood was not closed'
    return '20 clients'


# Other protocols than WebSockets, as a client may ask for them before any login.
OTHER_PROTOCOLS = [(b'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: %s\r\nUpgrade: %s\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n' % words)
                   for words in ((path, connection, word) for path in (b'/seat', b'/lobby', b'/health', b'/api/game', b'/api/health', b'/none')
                                 for connection in (b'Upgrade, HTTP2-Settings', b'Upgrade')
                                 for word in (b'h2c', b'H2C', b'h2', b'h2c, websocket', b'websocket, h2c', b'TLS/1.0', b'websockets', b'', b'x' * 300))]
OTHER_PROTOCOLS.append(b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')


async def first_line(open_connection, opening):
    """What a server answers first; nothing if it closes the connection."""
    reader, writer = await open_connection()
    writer.write(opening)
    with contextlib.suppress(*GONE):
        return await asyncio.wait_for(reader.readline(), ANSWER_S)
    return b''


def refuses_other_protocols(name, has_websockets):
    """Of the program of that name: `server` or `office`."""
    async def hostile(node, plan):
        def opened():
            return asyncio.open_unix_connection(str(getattr(node, name).socket))
        answers = [(opening, await first_line(opened, opening)) for opening in OTHER_PROTOCOLS]
        for opening, answer in answers:
            assert b' 101 ' not in answer and (not answer or answer.startswith(b'HTTP/1.')), (opening, answer)
        for word in (b'websocket', b'WebSocket') if has_websockets else ():
            answer = await first_line(opened, UPGRADE.replace(b': websocket', b': ' + word))
            assert answer.startswith(b'HTTP/1.1 101'), (word, answer)
        return f'{len(answers)} requests, none got another protocol; {sum(not answer for _, answer in answers)} were closed'
    return hostile


ATTACKS = [(f'{kind} through nginx', slow_through_nginx(kind)) for kind in SLOW]
ATTACKS += [(f'{kind} straight', slow_straight(kind)) for kind in SLOW]
ATTACKS += [('floods of bad frames', floods_of_bad_frames), ('half-open sockets', half_open_sockets),
            ('a client that answers pings stays', a_client_that_answers_pings_stays), ('pings are spread', pings_are_spread), ('clients that never read', clients_that_never_read),
            ('no other protocol', refuses_other_protocols('server', True)), ('no other protocol at the office', refuses_other_protocols('office', False))]


def main():
    parser = arguments(__doc__)
    parser.add_argument('--connections', type=int, default=300)
    parser.add_argument('--seconds', type=int, default=4)
    plan = parser.parse_args()
    results = Results('hostile', plan)
    with Node(plan.nebel, plan.source, ('--ping', str(PING_S))) as node:
        node.server.start()
        node.office.start()
        for name, hostile in ATTACKS:
            results.run(name, lambda hostile=hostile: asyncio.run(asyncio.wait_for(attack(node, plan, hostile), 200)))
        results.run('the server ends in good order', node.check_end)
    return results.end()


if __name__ == '__main__':
    sys.exit(main())
