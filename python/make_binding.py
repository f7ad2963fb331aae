#!/usr/bin/env python3
"""Writes the C source of the module nebel._nebel from the public headers, which stay the only place where calls are declared.

usage: make_binding.py HEADER... OUTPUT"""
import pathlib
import re
import sys

import cffi

# Two calls of the module alone. Each joins calls that a loop over tries makes together, since a call from Python costs as much as a try.
HELPERS = '''
static int nebel_py_try(nebel_state *state, int32_t action)
{
    const nebel_error error = nebel_state_apply(state, action, NULL);
    return error ? -2 - (int)error : nebel_state_to_move(state);
}

static int nebel_py_look(const nebel_state *state, int seat, uint8_t *planes, uint8_t *mask)
{
    nebel_state_mask(state, mask);
    return nebel_state_observe(state, seat, planes);
}
'''
DECLARED = '''
int nebel_py_try(nebel_state *state, int32_t action);
int nebel_py_look(const nebel_state *state, int seat, uint8_t *planes, uint8_t *mask);
'''


def declarations(header):
    """What cffi reads of a header: no comments, no preprocessor, no attributes."""
    text = re.sub(r'//.*', '', header)
    text = re.sub(r'#ifdef __cplusplus\n.*?#endif', '', text, flags=re.S)
    text = re.sub(r'^#.*(\\\n.*)*$', '', text, flags=re.M)
    return re.sub(r'\bNEBEL_(API|MUST_USE)\b', '', text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    *headers, output = map(pathlib.Path, sys.argv[1:])
    builder = cffi.FFI()
    for header in headers:
        builder.cdef(declarations(header.read_text()))
    builder.cdef('const char *nebel_version(void);' + DECLARED)
    builder.set_source('nebel._nebel', '#include <nebel/nebel.h>\n' + HELPERS)
    builder.emit_c_code(str(output))


if __name__ == '__main__':
    main()
