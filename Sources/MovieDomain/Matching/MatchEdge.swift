/// Two profiles that may be one film.
struct MatchEdge: Sendable {
    var left: Int
    var right: Int
    var points: Int
    var evidence: MatchEvidence

    func other(than node: Int) -> Int { node == left ? right : left }
}
