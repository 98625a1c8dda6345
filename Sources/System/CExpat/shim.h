#ifndef MARQUEE_CEXPAT_SHIM_H
#define MARQUEE_CEXPAT_SHIM_H

#include <expat.h>

#endif
