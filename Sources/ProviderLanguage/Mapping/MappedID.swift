/// An id in its name space: `imdb`, `tt6751668`.
package struct MappedID: Hashable, Sendable {
    /// `imdb`, `kofic`, or any other.
    package var nameSpace: String
    /// The id as the source writes it.
    package var value: String

    /// An id from its parts.
    package init(_ nameSpace: String, _ value: String) {
        self.nameSpace = nameSpace
        self.value = value
    }
}
