/// An id in its name space: `imdb`, `tt6751668`.
package struct MappedID: Hashable, Sendable {
    package var nameSpace: String
    package var value: String

    package init(_ nameSpace: String, _ value: String) {
        self.nameSpace = nameSpace
        self.value = value
    }
}
