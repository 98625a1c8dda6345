/// Why a file cannot be read.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case missing
        /// A folder, a pipe or a device.
        case notRegular
        case tooLarge(limit: Int)
        /// The system's own words.
        case unreadable(String)
    }

    package var path: String
    package var reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    package var description: String {
        switch reason {
        case .missing: "\(path): there is no such file"
        case .notRegular: "\(path): not a regular file"
        case .tooLarge(let limit): "\(path): larger than \(limit) bytes"
        case .unreadable(let words): "\(path): cannot be read: \(words)"
        }
    }
}
