// The door: everything that a page calls, against the real module.
import { readdirSync, readFileSync } from 'node:fs';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { beforeAll, describe, expect, test } from 'vitest';
import { BLACK, type Nebel, WHITE } from '../wasm/nebel.ts';
import type { Players } from '../wasm/players.ts';
import { type Next, RemoteSeat, waitMs } from '../wasm/remote.ts';
import { PGN, type Review, SGF, UMPIRE } from '../wasm/records.ts';
import { loadNebel, loadPlayers, loadReview, root, run } from './modules.ts';

let nebel: Nebel;
let players: Players;
let review: Review;
beforeAll(async () => {
  nebel = await loadNebel();
  players = await loadPlayers();
  review = await loadReview();
});

describe('games', () => {
  test('a game string that cannot be read is explained', () => {
    expect(() => nebel.game('kriegspiel(rules=icx)')).toThrow("there is no ruleset 'icx'; did you mean icc?");
  });

  test('an umpire judges, and each seat hears what it may', () => {
    const game = nebel.game('kriegspiel');
    const { umpire, heard } = game.umpire();
    expect(game.words(heard[WHITE])).toBe("White's move.");
    expect(umpire.tries()).toContain('e2e4');
    expect(() => umpire.try(BLACK, 'e7e5')).toThrow("it is the other seat's turn");
    const [white, black] = umpire.try(WHITE, 'e2d3'); // no enemy stands there
    expect(game.words(white)).toBe('Illegal move.');
    expect(game.line(black, BLACK)).toBe('');
    expect(umpire.toMove).toBe(WHITE);
    expect(umpire.isOver).toBe(false);
    umpire.close();
    game.close();
  });

  test('a line is read back to the bytes of its hearing', () => {
    const game = nebel.game('kriegspiel');
    const { umpire } = game.umpire();
    const [white, black] = umpire.try(WHITE, 'e2e4');
    expect(game.hearing(game.line(white, WHITE), WHITE)).toEqual(white);
    expect(game.hearing(game.line(black, BLACK), BLACK)).toEqual(black);
    expect(() => game.hearing('nonsense', WHITE)).toThrow();
  });
});

describe('a seat at a server', () => {
  const tell = (seat: RemoteSeat, ...lines: string[]): Next[] => lines.map((line) => seat.take(line, 1000));

  test('joins, sends a try once, and comes back with it', () => {
    const seat = RemoteSeat.open(nebel, 'token');
    seat.begin();
    expect(tell(seat, 'nebel 1')).toEqual(['stay']);
    expect(seat.sends()).toBe('join 1 token 0');
    tell(seat, 'newgame kriegspiel seat black seed 7 clock 60000+0', '1 0 60000 60000 hear opening other', 'joined 1 0', '2 0 60000 60000 hear moved');
    expect([seat.name, seat.number, seat.baseMs, seat.isSeated]).toEqual(['kriegspiel(rules=icc,board=8x8)', BLACK, 60_000, true]);
    const game = seat.game!;
    expect(game.line(1000)).toContain("1. Black's move.");
    expect(game.line(1000, 'e7e5')).toBe('');
    const sent = seat.sends();
    expect(sent).toMatch(/^\d+ 2 try e7e5$/);
    expect([seat.sends(), seat.hasOpen]).toEqual(['', true]);
    seat.lose();
    seat.begin();
    tell(seat, 'nebel 1');
    expect(seat.sends()).toBe('join 1 token 2');
    tell(seat, 'joined 2 50');
    expect(seat.sends()).toBe(sent);
    tell(seat, `3 ${sent.split(' ')[0]} 59000 60000 hear played`);
    expect(seat.said()).toBe("1. You try e7e5. White's move.\n");
    expect(game.heard(BLACK, 2)).toEqual([{ line: 'played', own: 'e7e5' }]);
    expect(tell(seat, '4 0 59000 60000 hear end other over resigned winner black')).toEqual(['leave']);
    seat.close();
  });

  test('a token that is none, and a server that closes, are explained', () => {
    expect(() => RemoteSeat.open(nebel, 'two words')).toThrow('There is no seat for this address');
    const seat = RemoteSeat.open(nebel, 'token');
    seat.begin();
    expect(tell(seat, 'nebel 1', 'quit busy later', 'quit elsewhere there')).toEqual(['stay', 'come back', 'give up']);
    expect([seat.code, seat.reason]).toEqual(['elsewhere', 'Your seat is now in another window or program.']);
    expect(waitMs(nebel, 0)).toBeLessThanOrEqual(200);
    seat.close();
  });
});

describe('a seat', () => {
  test('knows its men, tries, refusals, turns and words from what it heard', () => {
    const game = nebel.game('kriegspiel(fen=4k3/8/8/3p4/4P3/8/8/4K3_w)');
    const { umpire, heard } = game.umpire();
    const seat = game.seat(WHITE);
    seat.hear(game.line(heard[WHITE], WHITE));
    expect(seat.men(WHITE).sort()).toEqual(['ke1', 'pe4']);
    expect(seat.men(BLACK)).toEqual([]);
    seat.mark('pd5');
    expect(seat.phantoms()).toEqual(['pd5']);
    expect(() => seat.mark('ne1')).toThrow();
    for (const attempt of ['e4f5', 'e4d5']) seat.hear(game.line(umpire.try(WHITE, attempt)[WHITE], WHITE), attempt);
    expect(seat.men(WHITE).sort()).toEqual(['ke1', 'pd5']);
    expect(seat.phantoms()).toEqual([]); // an own man stands there now
    expect(seat.taken(WHITE)).toEqual({ men: 1, pawns: 1, pieces: 0, stones: 0 });
    expect(seat.words(1)).toEqual({ own: 'e4f5', words: 'Illegal move.' });
    expect(seat.words(2).words).toContain('Pawn at d5 captured.');
    expect(seat.turns()[0]).toEqual({ first: 0, count: 3, number: 1, seat: WHITE });
    expect(seat.toMove).toBe(BLACK);
    expect(seat.tries()).toEqual([]);
    expect(() => seat.hear('nonsense')).toThrow();
  });
});

describe('line mode', () => {
  // The same lines, typed into the program of the terminal.
  test.each(['kriegspiel(rules=rand)', 'kriegspiel(board=silverman4x4)', 'phantom-go(size=5)'])('%s says what the terminal says', (game) => {
    const lines = ['help', 'board', 'tries', 'log', 'clocks', 'foo', 'mark nd5', 'unmark all', 'draw', 'resign', 'n', 'quit', 'y'];
    const line = nebel.lineGame({ game, seat: game.startsWith('phantom') ? BLACK : WHITE, opponent: 'random', nowMs: 0 });
    const said = line.line(0) + lines.map((typed) => line.line(0, typed)).join('');
    const player = game.startsWith('phantom') ? 'go-random' : 'random';
    const seat = game.startsWith('phantom') ? 'black' : 'white';
    const terminal = run('src/cmd/nebel', ['play', player, '--game', game, '--seat', seat, '--lines', '--seed', '1'], lines.join('\n') + '\n');
    expect(said.replace('is random', `is ${player}`)).toBe(terminal);
    line.close();
  });

  test('all lessons can be solved, in the words of the terminal', () => {
    const solutions = [
      ['a1a8', 'a1a6', 'a1a5', '', 'e4d5', '', 'e2f1', 'e2d1', '', 'e4d5', 'e4f5', '', 'e3d5', 'e3c4', 'e1d1', '', '', 'quit'],
      ['c4', '', 'a2', '', 'a2', '', 'a1', '', 'b3', '', 'pass', ''],
    ];
    solutions.forEach((lines, kind) => {
      const game = kind ? 'phantom-go' : 'kriegspiel';
      const course = nebel.course(game);
      let said = course.line();
      const typed: string[] = [];
      for (const line of lines) {
        if (course.isDone) break;
        typed.push(line);
        said += course.line(line);
      }
      const words = ['learn', '--lines', '--game', game];
      expect(said).toBe(run('src/cmd/nebel', words, typed.join('\n') + '\n'));
      expect(said).toContain('Done.');
      course.close();
    });
    expect(() => nebel.course('kriegspiel', 6)).toThrow('there is no lesson 7');
  });

  test('clocks run, and a flag falls', () => {
    const line = nebel.lineGame({ game: 'kriegspiel', seat: WHITE, opponent: 'x', baseMs: 1000, nowMs: 5000 });
    line.line(5000);
    expect(line.clockMs(WHITE, 5400)).toBe(600);
    expect(line.tick(5900)).toBe('');
    expect(line.tick(6001)).toContain("White's flag falls. Black wins.");
    expect(line.isOver).toBe(true);
    line.close();
  });
});

describe('words', () => {
  test('a language is spoken, and what it lacks is said in English', () => {
    const game = nebel.game('kriegspiel');
    const { heard } = game.umpire();
    nebel.speak('white = Weiß\nicc-turn = {$colour} ist am Zug.\n');
    expect(game.words(heard[WHITE])).toBe('Weiß ist am Zug.');
    expect(nebel.course('phantom-go').line()).toContain('Lesson 1 of 6');
    nebel.speak();
    expect(game.words(heard[WHITE])).toBe("White's move.");
  });

  test("the program's messages are a file that Fluent reads and fills in alike", () => {
    const bundle = new FluentBundle('en', { useIsolating: false });
    const english = run('src/cmd/nebel', ['words']);
    expect(bundle.addResource(new FluentResource(english))).toEqual([]);
    const say = (name: string, values = {}): string => bundle.formatPattern(bundle.getMessage(name)!.value!, values);
    expect(english.match(/^[a-z0-9-]+ = /gm)!.every((name) => bundle.hasMessage(name.slice(0, -3)))).toBe(true);
    expect([1, 2].map((count) => say('tries-counted', { count }))).toEqual(['1 pawn try.', '2 pawn tries.']);
    const game = nebel.game('kriegspiel');
    expect(game.words(game.umpire().heard[WHITE])).toBe(say('icc-turn', { colour: say('white') }));
  });
});

describe('the page', () => {
  // Names that stand alone in the sources of the page, as say('page-play') or as a value of a table.
  test('every message that the page names is there, in English and German', () => {
    const files = readdirSync(`${root}/web/src`, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const source = files.map((name) => readFileSync(`${root}/web/src/${name}`, 'utf8')).join('\n');
    const names = new Set([...source.matchAll(/(?<![.\w])say\('([a-z0-9-]+)'/g), ...source.matchAll(/['"](page-[a-z0-9-]+)['"]/g)].map(([, name]) => name!));
    expect(names.size).toBeGreaterThan(10);
    const english = run('src/cmd/nebel', ['words']);
    const german = readFileSync(`${root}/translations/de.ftl`, 'utf8');
    for (const file of [english, german]) expect([...names].filter((name) => !`\n${file}`.includes(`\n${name} = `))).toEqual([]);
    const said = [...english.matchAll(/^(page-[a-z0-9-]+) = /gm)].map(([, name]) => name!);
    expect(said.filter((name) => !names.has(name))).toEqual([]); // no message is left over
  });

  test('messages have their arguments', () => {
    expect(nebel.words('line-tries', 2, 'a, b')).toBe('You can try 2 things: a, b.');
    expect(nebel.words('icc-turn', 'Weiß')).toBe("Weiß's move.");
    expect(() => nebel.words('icc-turn')).toThrow('there is no message icc-turn with 0 arguments');
  });
});

describe('records', () => {
  test.each([
    ['game.pgn', PGN],
    ['phantom-go.sgf', SGF],
  ] as const)('%s is read, and written as each seat saw it', (name, format) => {
    const source = readFileSync(`${root}/examples/${name}`, 'utf8');
    const record = review.record(format, source);
    expect(record.view).toBe(UMPIRE);
    expect(record.result).toMatch(/^(1-0|0-1|1\/2-1\/2)$/);
    const written = record.write(UMPIRE, format);
    expect(review.record(format, written).write(UMPIRE, format)).toBe(written);
    expect(review.record(format, record.write(WHITE, format)).view).toBe(WHITE);
    record.close();
  });

  test('what is no record is explained', () => {
    expect(() => review.record(PGN, '1. e4 Zz9')).toThrow(/./);
  });
});

describe('players', () => {
  test('levels and players have names, and what cannot sit is explained', () => {
    for (const game of ['kriegspiel', 'phantom-go(size=9)'])
      for (let level = 1; level <= 8; level++) expect(nebel.level(game, level)).toBeDefined();
    expect(nebel.level('chess', 1)).toBeUndefined();
    expect(players.names()).toContain('fog');
    expect(() => players.sit('kriegspiel', 'go-flat', WHITE, 1)).toThrow();
    expect(() => players.sit('kriegspiel', 'nobody', WHITE, 1)).toThrow("there is no player 'nobody'");
  });

  test.each([
    ['kriegspiel', 2],
    ['kriegspiel(board=silverman4x4)', 3],
    ['phantom-go(size=5)', 2],
  ])('a whole game of %s against level %i', (game, level) => {
    const { player, nodes } = nebel.level(game, level)!;
    const table = nebel.lineGame({ game, seat: WHITE, opponent: player, nowMs: 0 });
    const opponent = players.sit(game, player, BLACK, 7);
    const handle = nebel.game(game);
    const seat = handle.seat(WHITE);
    let [own, other] = [0, 0];
    let said = table.line(0);
    for (let turn = 0; turn < 5000 && !table.isOver; turn++) {
      const news = table.heard(WHITE, own);
      news.forEach((heard) => seat.hear(heard.line, heard.own || undefined));
      own += news.length;
      if (table.awaitsPlayer) {
        const told = table.heard(BLACK, other);
        told.forEach((heard) => opponent.hear(heard.line, heard.own));
        other += told.length;
        said += table.choose(0, opponent.choose(nodes).choice);
      } else {
        const tries = seat.tries();
        said += table.line(0, tries[(turn * 7919) % tries.length]);
      }
    }
    expect(table.isOver).toBe(true);
    expect(said).toMatch(/(wins|Draw)\./);
    opponent.close();
  });
});
