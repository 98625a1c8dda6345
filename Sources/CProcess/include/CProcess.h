#ifndef MARQUEE_CPROCESS_H
#define MARQUEE_CPROCESS_H

#include <stddef.h>

// The arguments as the system passed them to the program; none if the C library does not tell them before `main`.
//
// Swift's runtime looks for them near the environment, which a preloaded library may have moved by then.
int marquee_argument_count(void);
char *const *marquee_arguments(void);

// Gives threads a stack of at least `bytes`, unless they are started with a size of their own. Swift does not import
// the functions for this.
void marquee_raise_thread_stacks(size_t bytes);

#endif
