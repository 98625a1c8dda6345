#ifndef MARQUEE_CZLIB_SHIM_H
#define MARQUEE_CZLIB_SHIM_H

#include <zlib.h>

/* inflateInit2 is a macro. Reads gzip and zlib, whichever the data begin with. */
static inline int marquee_zlib_begin(z_stream *stream) {
    return inflateInit2(stream, MAX_WBITS + 32);
}

/* Reads deflate alone, as archives have it. */
static inline int marquee_zlib_begin_raw(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
