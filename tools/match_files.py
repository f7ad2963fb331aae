"""The games of an experiment's folder: its match files, and its counts where these are not there (docs/lab/matches.md)."""
import json
import re

PAIR = re.compile(rb'^pair ', re.M)


def whole_lines(path):
    """What a match file has, without a line that is being written."""
    data = path.read_bytes() if path.exists() else b''
    return data[:data.rfind(b'\n') + 1]


def games_of(path):
    return 2 * len(PAIR.findall(whole_lines(path)))


def copy_longer(source, target):
    """Copies a match file if it has more games than the other."""
    if games_of(source) <= games_of(target):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix('.part')
    part.write_bytes(whole_lines(source))
    part.replace(target)


def games_in(folder):
    """Games of all cells of an experiment: by their counts, or by their match files where these have more."""
    games = {path.stem: games_of(path) for path in folder.glob('*.match')}
    for path in folder.glob('*.json'):
        if not path.name.endswith('.curves.json'):
            games[path.stem] = max(games.get(path.stem, 0), json.loads(path.read_text())['games'])
    return sum(games.values())
