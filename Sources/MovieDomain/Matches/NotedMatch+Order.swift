extension NotedMatch {
    /// The order of a list for people: the user's word first, then the newest, then by ids.
    package static func isListedBefore(_ left: NotedMatch, _ right: NotedMatch) -> Bool {
        if left.author != right.author { return left.author == .user }
        if left.decidedAt != right.decidedAt { return left.decidedAt > right.decidedAt }
        return (left.pair.first, left.pair.second) < (right.pair.first, right.pair.second)
    }

    /// The order of what to follow: the user's word first, then the surest, then by ids.
    package static func isSurer(_ left: NotedMatch, _ right: NotedMatch) -> Bool {
        if left.author != right.author { return left.author == .user }
        if left.confidence != right.confidence { return left.confidence > right.confidence }
        return (left.pair.first, left.pair.second) < (right.pair.first, right.pair.second)
    }
}
