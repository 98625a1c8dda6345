/// How much a question matters to whoever asks; a source whose calls run low answers the essential ones only.
package enum CallPurpose: Hashable, Sendable {
    /// It is what was asked for.
    case essential
    /// It only makes an answer richer, which stands without it.
    case enrichment
}
