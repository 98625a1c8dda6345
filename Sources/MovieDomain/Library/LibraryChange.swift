/// What differs in the library since an earlier revision of its content.
///
/// The history, counts, the times of changes, and the matcher's own notes are not content.
package struct LibraryChange: Hashable, Sendable {
    /// A part of the library; changed details of a film are a change of the parts that it is in.
    package enum Part: String, Sendable, CaseIterable {
        case bookmarks, cards, lists, matches, fields
    }

    /// The number of ids beyond which they are left out.
    package static let mostIDs = 500

    package var parts: Set<Part>
    /// Every known id of the films that changed, also of removed ones; `nil` if there are too many.
    package var ids: [MovieID]?
    /// The revision of the content after the change, which only grows.
    package var revision: Int

    package init(_ parts: Set<Part>, of ids: [MovieID]?, revision: Int) {
        (self.parts, self.ids, self.revision) = (parts, ids, revision)
    }

    /// Returns both changes as one.
    package func combined(with other: LibraryChange) -> LibraryChange {
        var all: [MovieID]?
        if let ids, let others = other.ids {
            let known = Set(ids)
            all = ids + others.filter { !known.contains($0) }
        }
        if let count = all?.count, count > Self.mostIDs { all = nil }
        return LibraryChange(parts.union(other.parts), of: all, revision: max(revision, other.revision))
    }
}
