/// A definition file that comes with the program, for `extends`.
package struct BundledDefinition: Sendable {
    /// The id of the provider in it.
    package var id: String
    /// The file's name for messages.
    package var file: String
    /// The file's content, UTF-8.
    package var bytes: [UInt8]

    /// A definition file from its parts.
    package init(id: String, file: String, bytes: [UInt8]) {
        self.id = id
        self.file = file
        self.bytes = bytes
    }
}
