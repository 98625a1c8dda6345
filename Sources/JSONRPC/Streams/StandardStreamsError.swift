/// Why the standard streams cannot be taken over.
package struct StandardStreamsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the stream and the system's reason.
    package let description: String
}
