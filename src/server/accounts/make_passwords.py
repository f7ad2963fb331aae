#!/usr/bin/python3
"""Writes the common passwords as a C table, for the build.

usage: make_passwords.py FILE"""
import sys

print('// Made by make_passwords.py.\n#include "server/accounts/credentials.h"\n\nconst char *const common_passwords[] = {')
count = 0
with open(sys.argv[1], encoding='ascii') as lines:
    for word in sorted(line.rstrip('\n') for line in lines if not line.startswith('#')):
        print(f'    "{word}",')
        count += 1
print(f'}};\nconst unsigned common_password_count = {count};')
