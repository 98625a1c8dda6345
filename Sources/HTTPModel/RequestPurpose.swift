/// How much a call matters when a source's calls run low.
package enum RequestPurpose: Sendable, Hashable {
    /// Somebody asked for just this.
    case essential
    /// It only makes an answer richer, which stands without it.
    case enrichment
}
