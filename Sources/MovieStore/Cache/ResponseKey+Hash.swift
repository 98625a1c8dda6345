import Upstream

extension ResponseKey {
    /// Under which row the answer is kept; two keys with the same hash take turns, and never each other's answer.
    var hash: Int64 {
        var hash = StableHash()
        hash.add(source)
        hash.add(identity)
        return hash.value
    }
}
