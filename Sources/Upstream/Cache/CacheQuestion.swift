/// One request to the cache, with what it is kept under.
struct CacheQuestion: Sendable {
    var request: HTTPRequest
    var rule: CacheRule
    var key: ResponseKey
}
