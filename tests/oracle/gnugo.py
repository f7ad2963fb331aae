#!/usr/bin/env python3
"""Asks GNU Go, as a witness, whether our legal points and our counts of Go are right.

usage: tests/oracle/gnugo.py LIST_GO [--positions N] [--counts N] [--seed N]

LIST_GO prints random games on boards from 5x5 to 19x19 with our legal points in some of their positions and our count
of boards that are played out. GNU Go plays the same games, half of the positions with simple ko and half with
positional superko, lists its own legal points, and scores the final boards by area. It judges for itself which stones
are dead, while we count all as alive, so a board on which it finds dead stones is set aside and counted as such. Each
difference is printed.

The last line counts positions, points, boards and differences, and how many empty points were forbidden as suicide, by
ko and by superko. Exits 1 on any difference, and also if one of these kinds never occurred, or if more than a
twentieth of the boards were set aside, for then too little was witnessed."""
import argparse
import os
import shutil
import subprocess
import sys

KINDS = ('suicide', 'ko', 'superko')
KO_RULES = {'ko': '--simple-ko', 'superko': '--positional-superko'}
ASIDE_MAX = 0.05


def find_gnugo():
    # Debian keeps it where the superuser's PATH does not look.
    found = shutil.which('gnugo', path=os.environ.get('PATH', '') + ':/usr/games')
    return found or sys.exit('gnugo: GNU Go is missing; install the package gnugo (tools/setup does)')


def list_ours(program, positions, counts, seed, ko):
    command = [program, str(positions), str(counts), str(seed), ko]
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f'gnugo: cannot list our points: {error}')
    lines = run.stdout.splitlines()
    shown = [sum(line.startswith(word) for line in lines) for word in ('legal', 'count')]
    if shown != [positions, counts]:
        sys.exit(f'gnugo: asked {program} for {positions} positions and {counts} counts, got {shown}')
    return lines


def commands_for(line):
    """The GTP that plays or asks what one of our lines says."""
    verb, _, rest = line.partition(' ')
    if verb == 'game':
        return [f'boardsize {rest}', 'komi 0']
    if verb == 'legal':
        return [f'all_legal {rest.split()[0]}']
    if verb == 'count':
        return ['final_score', 'final_status_list dead']
    return [line]


def ask_theirs(program, lines, ko):
    """GNU Go's answers to each line, and a complaint if it died on the way, else None."""
    commands = [commands_for(line) for line in lines]
    script = ''.join(f'{command}\n' for group in commands for command in group) + 'quit\n'
    options = ['--mode', 'gtp', '--quiet', '--level', '0', '--chinese-rules', '--forbid-suicide', KO_RULES[ko]]
    run = subprocess.run([program, *options], input=script, stdout=subprocess.PIPE, text=True, check=False)
    answers = iter(run.stdout.split('\n\n'))
    groups = [[next(answers, '') for _ in group] for group in commands]
    reached = next((i for i, group in enumerate(groups) if '' in group), None)
    if run.returncode == 0 and reached is None:
        return groups, None
    return groups, f'GNU Go ended with status {run.returncode} at: {lines[-1 if reached is None else reached][:80]}'


def margin_of(score):
    """Black's points less White's, from `B+3.0`, `W+3.0` or `0`."""
    side, _, points = score.partition('+')
    return float(points) * (1 if side == 'B' else -1) if points else float(score)


class Comparison:
    def __init__(self):
        self.positions = self.points = self.boards = self.aside = self.differences = 0
        self.kinds = dict.fromkeys(KINDS, 0)
        self.game = []

    def differ(self, ours, theirs):
        self.differences += 1
        print(f'{" ".join(self.game)}\n  we say:       {ours}\n  GNU Go says:  {theirs}')

    def compare_points(self, line, answer):
        head, *forbidden = line.split(' | ')
        ours, theirs = set(head.split()[2:]), set(answer.removeprefix('=').lower().split())
        self.positions += 1
        self.points += len(ours)
        for group in forbidden:
            kind, *points = group.split()
            self.kinds[kind] += len(points)
        if ours != theirs - {'pass'}:
            self.differ(line, answer)

    def compare_count(self, line, answers):
        score, dead = (answer.removeprefix('=').strip() for answer in answers)
        if dead:
            self.aside += 1
            return
        self.boards += 1
        if margin_of(score) != int(line.split()[1]):
            self.differ(line, score)

    def take(self, line, answers):
        verb = line.split()[0]
        if verb == 'game':
            self.game = []
        if any(not answer.startswith('=') for answer in answers):
            self.differ(line, ' '.join(answers))
        elif verb == 'legal':
            self.compare_points(line, answers[0])
        elif verb == 'count':
            self.compare_count(line, answers)
        else:
            self.game.append(line)

    def conclude(self):
        """Prints what was seen; whether it suffices and nothing differs."""
        absent = [kind for kind in KINDS if self.kinds[kind] == 0]
        if absent:
            print(f'nothing was seen of {", ".join(absent)}: ask for more --positions, or look at list_go')
        print(f'{self.positions} positions with {self.points} legal points '
              f'({", ".join(f"{kind} {self.kinds[kind]}" for kind in KINDS)}), {self.boards} boards counted, '
              f'{self.aside} set aside, {self.differences} differences')
        return not (absent or self.differences or self.aside > ASIDE_MAX * (self.boards + self.aside))


def read_arguments():
    parser = argparse.ArgumentParser(description='Compares our legal points and counts of Go with GNU Go.')
    parser.add_argument('list_go', metavar='LIST_GO', help='the program that lists our points')
    parser.add_argument('--positions', type=int, default=600, metavar='N', help='how many (default 600)')
    parser.add_argument('--counts', type=int, default=60, metavar='N', help='boards counted (default 60)')
    parser.add_argument('--seed', type=int, default=1, metavar='N', help='of the random games (default 1)')
    arguments = parser.parse_args()
    if arguments.positions < 2 or arguments.counts < 2:
        parser.error('--positions and --counts must be at least 2')
    return arguments


def main():
    arguments = read_arguments()
    witness = find_gnugo()
    comparison = Comparison()
    complaints = []
    for part, ko in enumerate(KO_RULES):
        shares = [(number + part) // 2 for number in (arguments.positions, arguments.counts)]
        lines = list_ours(arguments.list_go, *shares, arguments.seed + part, ko)
        groups, complaint = ask_theirs(witness, lines, ko)
        complaints += [complaint] if complaint else []
        for line, answers in zip(lines, groups):
            comparison.take(line, answers)
    for complaint in complaints:
        print(complaint)
    return 0 if comparison.conclude() and not complaints else 1


if __name__ == '__main__':
    sys.exit(main())
