"""Tables in text files: a row a line, its parts between bars."""


def read_rows(path):
    return [tuple(part.strip() for part in line.split('|')) for line in path.read_text().splitlines() if line and not line.startswith('#')]
