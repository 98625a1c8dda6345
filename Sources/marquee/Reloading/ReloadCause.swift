/// Why definitions are read again.
enum ReloadCause: Hashable, Sendable {
    /// Somebody asked for it, and gets to know what came of it.
    case asked
    /// Their file has changed; where it makes no sense, it is looked at once more before anybody is told.
    case edited
    /// It made no sense a moment ago.
    case editedBefore
}
