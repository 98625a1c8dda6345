/// How long a source's last answers took, in whole milliseconds.
package struct Latency: Hashable, Sendable {
    /// Half of them were faster.
    package var p50Milliseconds: Int
    /// One in a hundred was slower.
    package var p99Milliseconds: Int

    package init(p50Milliseconds: Int, p99Milliseconds: Int) {
        self.p50Milliseconds = p50Milliseconds
        self.p99Milliseconds = p99Milliseconds
    }
}
