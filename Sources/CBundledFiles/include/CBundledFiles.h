// The files of Sources/BundledFiles/Files, embedded by the C compiler in an instant; Swift's compiler takes a minute for them.
#ifndef C_BUNDLED_FILES_H
#define C_BUNDLED_FILES_H

#include <stddef.h>

struct bundled_file {
    const unsigned char *bytes;
    size_t count;
};

extern const struct bundled_file bundled_kofic;
extern const struct bundled_file bundled_yts;
extern const struct bundled_file bundled_tmdb;
extern const struct bundled_file bundled_omdb;
extern const struct bundled_file bundled_tvmaze;
extern const struct bundled_file bundled_providers;
extern const struct bundled_file bundled_demo_provider;
extern const struct bundled_file bundled_demo;
extern const struct bundled_file bundled_manual;

#endif
