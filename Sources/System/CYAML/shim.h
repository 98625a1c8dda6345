#ifndef MARQUEE_CYAML_SHIM_H
#define MARQUEE_CYAML_SHIM_H

#include <yaml.h>

#endif
