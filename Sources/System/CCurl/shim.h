#ifndef MARQUEE_CCURL_SHIM_H
#define MARQUEE_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "Marquee needs libcurl 7.87 or later: an older one waits for a dead name server while every other transfer stands still"
#endif

/* Macros with casts, which Swift does not see. */
static const long marquee_curl_basic = (long)CURLAUTH_BASIC;

static inline curl_version_info_data *marquee_curl_version(void) {
    return curl_version_info(CURLVERSION_NOW);
}

/* libcurl's functions for options take variable arguments, which Swift does not call. One function for each type. */

static inline CURLcode marquee_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode marquee_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode marquee_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode marquee_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode marquee_curl_set_error_buffer(CURL *easy, char *buffer) {
    return curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode marquee_curl_set_receivers(
    CURL *easy, curl_write_callback head, curl_write_callback body, void *context
) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    return result;
}

static inline CURLcode marquee_curl_set_guards(
    CURL *easy, curl_opensocket_callback connection, curl_prereq_callback request, void *context
) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, connection);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, request);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
    return result;
}

/* Lets a function see what libcurl sends and receives, including what TLS says itself. */
static inline CURLcode marquee_curl_set_observer(CURL *easy, curl_debug_callback observer, void *context) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, observer);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
    return result;
}

/* 0 where the library does not know. */
static inline long marquee_curl_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline CURLMcode marquee_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* From 8.20 on names are looked up by 20 threads at most, and a dead name server keeps each for seconds. The numbers stand
   here because older headers lack the names; older libraries refuse them, which changes nothing. */
static inline void marquee_curl_multi_widen_resolver(CURLM *multi, long threads) {
    (void)curl_multi_setopt(multi, (CURLMoption)20, threads); /* CURLMOPT_RESOLVE_THREADS_MAX */
    (void)curl_multi_setopt(multi, (CURLMoption)21, 1L);      /* CURLMOPT_QUICK_EXIT */
}

/* Copies the bytes of an IP address as they stand on the wire; returns how many, 0 where it is none. */
static inline size_t marquee_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    const void *storage = &address->addr;
    if (address->family == AF_INET) {
        memcpy(bytes, (const unsigned char *)storage + offsetof(struct sockaddr_in, sin_addr), 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, (const unsigned char *)storage + offsetof(struct sockaddr_in6, sin6_addr), 16);
        return 16;
    }
    return 0;
}

/* A socket that no child process inherits; -1 where there is none, with errno. */
static inline curl_socket_t marquee_curl_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    curl_socket_t result = socket(address->family, address->socktype, address->protocol);
    if (result >= 0) (void)fcntl(result, F_SETFD, FD_CLOEXEC);
    return result;
#endif
}

#endif
