/* Random bytes, under the name that Debian 12's libexpat asks for; glibc has a function of this name since 2.36. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) void arc4random_buf(void *bytes, size_t count) {
    unsigned char *place = bytes;
    while (count > 0) {
        ssize_t filled = getrandom(place, count, 0);
        if (filled < 0 && errno == EINTR) continue;
        /* Without random numbers, libexpat's tables can be attacked. */
        if (filled < 0) abort();
        place += filled;
        count -= (size_t)filled;
    }
}
