/// What a YAML text may cost before it is refused.
package struct YAMLLimits: Sendable, Hashable {
    /// The largest text, in bytes.
    package var maximumBytes = 1 << 20

    /// How many lists and maps may stand inside each other; what an alias brings along counts where it is used.
    package var maximumDepth = 64

    /// How many nodes the tree may have; an alias counts as everything it stands for.
    package var maximumNodes = 100_000

    /// How many bytes all texts of the tree may have together, with aliases expanded.
    package var maximumTextBytes = 4 << 20

    /// The limits of a configuration file: 1 MiB, 64 levels, 100,000 nodes, 4 MiB of expanded text.
    package static let standard = YAMLLimits()

    /// Makes the standard limits, to be changed by assignment.
    package init() {}
}
