// cmocka with the headers it wants before it.
#ifndef NEBEL_TESTS_CHECK_H
#define NEBEL_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
