#ifndef MARQUEE_CPNG_SHIM_H
#define MARQUEE_CPNG_SHIM_H

#include <png.h>

/* Three bytes a pixel; a macro of a macro, which Swift does not see. */
static const png_uint_32 marquee_png_rgb = PNG_FORMAT_RGB;

#endif
