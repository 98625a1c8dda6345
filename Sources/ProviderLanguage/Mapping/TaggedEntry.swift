/// A person, image or video that stands in a row as one value: a name, a url, a key.
package struct TaggedEntry: Hashable, Sendable {
    /// What it is: ``ItemKind/person``, ``ItemKind/image`` or ``ItemKind/video``.
    package let itemKind: ItemKind
    /// The value of the kind's main field (``ItemKind/mainField``); never empty.
    package var text: String
    /// The tag `kind` of an image or video: poster, trailer.
    package var kind: String?
    /// The tag `width` of an image, in pixels.
    package var width: Int?
    /// The tag `language` of an image or video, BCP 47.
    package var language: String?
}

extension MappedItem {
    /// The entry as an item with nothing else in it.
    init(_ entry: TaggedEntry) {
        self.init(kind: entry.itemKind, reserving: 3)
        if let main = entry.itemKind.mainField { append(.text(MappedText(entry.text)), to: main) }
        if let kind = entry.kind { append(.text(MappedText(kind)), to: .kind) }
        if let width = entry.width { append(.integer(width), to: .width) }
        if let language = entry.language { append(.text(MappedText(language)), to: .language) }
    }
}
