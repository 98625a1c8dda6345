/// A definition file that comes with the program, for `extends`.
package struct BundledDefinition: Sendable {
    /// The id of the provider in it.
    package var id: String
    /// The file's name for messages.
    package var file: String
    private let content: @Sendable () -> [UInt8]

    /// A definition file from its parts; its content is fetched when a provider extends it.
    package init(id: String, file: String, bytes: @autoclosure @escaping @Sendable () -> [UInt8]) {
        self.id = id
        self.file = file
        content = bytes
    }

    /// The file's content, UTF-8.
    package var bytes: [UInt8] { content() }
}
