// Everything that the office says to PostgreSQL. The tables are those of db/; the role is nebel_office.
#include "office/inside.h"

const StoreStatement office__statements[OFFICE_STATEMENTS] = {
    [OFFICE_PING] = {"ping", "SELECT", 0},
};
