#define _GNU_SOURCE

#include "CProcess.h"

#include <pthread.h>

static int count;
static char *const *arguments;

// glibc and dyld pass these to initializers as they pass them to `main`; other C libraries pass nothing.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
#if defined(__GLIBC__) || defined(__APPLE__)
    count = argc;
    arguments = argv;
#endif
}

int marquee_argument_count(void) { return count; }

char *const *marquee_arguments(void) { return arguments; }

void marquee_raise_thread_stacks(size_t bytes) {
#if defined(__GLIBC__)
    pthread_attr_t attributes;
    size_t now = 0;
    if (pthread_getattr_default_np(&attributes) != 0) return;
    // If the system refuses, the stacks stay as they are.
    if (pthread_attr_getstacksize(&attributes, &now) == 0 && now < bytes
        && pthread_attr_setstacksize(&attributes, bytes) == 0) {
        pthread_setattr_default_np(&attributes);
    }
    pthread_attr_destroy(&attributes);
#endif
}
