/// A request that somebody wants to hear about, from its coming to its answer.
struct TracedRequest: Sendable {
    let method: String
    let id: RPCID
    let began: ContinuousClock.Instant
}
