"""The commands of docs/guides/operating.md. A fenced block whose first line is ```sh NAME is one of them."""
import pathlib
import re

GUIDE = pathlib.Path(__file__).resolve().parents[3] / 'docs/guides/operating.md'


def blocks(page=GUIDE):
    """The blocks by their names, in the order of the page."""
    found = re.findall(r'^```sh ([a-z-]+)\n(.*?)^```$', page.read_text(), re.M | re.S)
    names = [name for name, _ in found]
    assert len(set(names)) == len(names), f'a block stands there twice: {names}'
    return dict(found)
