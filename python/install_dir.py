#!/usr/bin/env python3
"""Prints the folder below a prefix in which this Python looks for packages, relative to the prefix; nothing if there is none.

usage: install_dir.py PREFIX

Meson's own answer for Debian's Python is lib/python3/dist-packages under every prefix, but below /usr/local this Python does not look there."""
import os
import site
import sys


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = [os.path.relpath(path, sys.argv[1]) for path in site.getsitepackages()]
    print(next((path for path in found if path.startswith('lib')), ''))


if __name__ == '__main__':
    main()
