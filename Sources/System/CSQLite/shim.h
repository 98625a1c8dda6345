#ifndef MARQUEE_CSQLITE_SHIM_H
#define MARQUEE_CSQLITE_SHIM_H

#include <sqlite3.h>

// Swift sees neither functions with a variable number of arguments nor SQLITE_TRANSIENT, which has SQLite copy the bytes.

static inline int marquee_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// No address means NULL to SQLite, and an empty array may have none.
static inline int marquee_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// "name" is a column or an error, and never a text.
static inline void marquee_sqlite3_forbid_quoted_text(sqlite3 *connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

#endif
