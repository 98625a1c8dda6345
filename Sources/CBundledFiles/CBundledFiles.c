#include "CBundledFiles.h"

// #embed is C23, which clang reads in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char kofic[] = {
#embed "../BundledFiles/Files/kofic.yaml"
};
static const unsigned char yts[] = {
#embed "../BundledFiles/Files/yts.yaml"
};
static const unsigned char tmdb[] = {
#embed "../BundledFiles/Files/tmdb.yaml"
};
static const unsigned char omdb[] = {
#embed "../BundledFiles/Files/omdb.yaml"
};
static const unsigned char tvmaze[] = {
#embed "../BundledFiles/Files/tvmaze.yaml"
};
static const unsigned char providers[] = {
#embed "../BundledFiles/Files/providers.yaml"
};
static const unsigned char demo_provider[] = {
#embed "../BundledFiles/Files/demo.yaml"
};
static const unsigned char demo[] = {
#embed "../BundledFiles/Files/demo.json"
};
static const unsigned char manual[] = {
#embed "../BundledFiles/Files/marquee.1"
};

const struct bundled_file bundled_kofic = {kofic, sizeof(kofic)};
const struct bundled_file bundled_yts = {yts, sizeof(yts)};
const struct bundled_file bundled_tmdb = {tmdb, sizeof(tmdb)};
const struct bundled_file bundled_omdb = {omdb, sizeof(omdb)};
const struct bundled_file bundled_tvmaze = {tvmaze, sizeof(tvmaze)};
const struct bundled_file bundled_providers = {providers, sizeof(providers)};
const struct bundled_file bundled_demo_provider = {demo_provider, sizeof(demo_provider)};
const struct bundled_file bundled_demo = {demo, sizeof(demo)};
const struct bundled_file bundled_manual = {manual, sizeof(manual)};
