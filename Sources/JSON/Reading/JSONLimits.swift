/// How much of a text the reader takes on before it refuses.
///
/// The limits bound memory and stack for everything that walks a document later: what was read with depth 64 can be
/// compared, written and converted by recursion of depth 64.
package struct JSONLimits: Sendable, Hashable {
    /// The most bytes a text may have; a higher setting than 2²⁸ − 1 counts as that (a tape word has 28 bits for it).
    package var maximumBytes: Int

    /// The most arrays and objects inside each other; a higher setting than 512 counts as 512.
    package var maximumDepth: Int

    /// The most bytes one number may be written with.
    package var maximumNumberLength: Int

    /// 10 MiB, depth 64, numbers of 1,000 bytes: the limits of a message (design.md, section 4).
    package static let standard = JSONLimits()

    /// Limits, by default those of a message.
    ///
    /// - Parameters:
    ///   - maximumBytes: bytes of the whole text.
    ///   - maximumDepth: nesting of arrays and objects; `[]` has depth 1, a lone scalar 0.
    ///   - maximumNumberLength: bytes of one number.
    package init(maximumBytes: Int = 10 << 20, maximumDepth: Int = 64, maximumNumberLength: Int = 1_000) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumNumberLength = maximumNumberLength
    }

    /// The limit on bytes that holds, with what a tape word can carry.
    var effectiveBytes: Int { min(maximumBytes, TapeWord.maximumOffset) }

    /// The limit on depth that holds, with what recursion over a document can carry.
    var effectiveDepth: Int { min(maximumDepth, 512) }
}
