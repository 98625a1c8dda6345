/// The name of a film source as `providers.yaml` gives it: `kofic`, `yts`, `my-shelf`; also the name space of its ids.
package struct ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    package var description: String { rawValue }

    package static func < (left: ProviderID, right: ProviderID) -> Bool {
        left.rawValue < right.rawValue
    }
}
