/// The processes that a process has started, directly or through others, as far as /proc lists them.
///
/// Those that a process started which has ended since are not known. Elsewhere than on Linux there are none.
package struct ProcessTree: Sendable {
    private struct Member: Hashable {
        var process: ProcessID
        /// When it started, because the system uses numbers again.
        var start: Substring
    }

    private var members: Set<Member> = []

    package init() {}

    /// Adds the processes below one that has not been collected.
    package mutating func add(below root: ProcessID) {
        let all = FileSystem.names(inFolder: "/proc").compactMap { Int32($0) }.compactMap { number in
            Self.facts(of: ProcessID(number)).map { (parent: $0.parent, member: $0.member) }
        }
        let children = Dictionary(grouping: all, by: \.parent)
        var waiting = children[root] ?? []
        while let next = waiting.popLast() {
            guard members.insert(next.member).inserted else { continue }
            waiting += children[next.member.process] ?? []
        }
    }

    /// Kills those that still run.
    package func kill() {
        for member in members where Self.facts(of: member.process)?.member == member { member.process.send(.kill) }
    }

    /// Reads the fields of `/proc/NUMBER/stat` after the name in parentheses, which may contain anything.
    private static func facts(of process: ProcessID) -> (parent: ProcessID, member: Member)? {
        guard case .success(let bytes) = FileSystem.local.read("/proc/\(process)/stat", 4_096) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self)
        guard let end = line.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = line[end...].split(scalar: " ")
        guard fields.count > 20, let parent = Int32(fields[2]) else { return nil }
        return (ProcessID(parent), Member(process: process, start: fields[20]))
    }

    /// Returns when a process started, in a unit of the system; `nil` if /proc does not tell.
    fileprivate static func start(of process: ProcessID) -> Substring? { facts(of: process)?.member.start }
}

/// A process, told apart from earlier and later ones with the same number, and from those of other containers, as far
/// as /proc tells: `1234-567890-4026531836`.
package struct ProcessMark: Hashable, Sendable, CustomStringConvertible {
    package static let current = ProcessMark(.current)

    private let process: ProcessID
    private let start: String
    /// In which the number means this process; empty if that is not known.
    private let namespace: String

    private init(_ process: ProcessID) {
        (self.process, start) = (process, ProcessTree.start(of: process).map(String.init) ?? "")
        namespace = FileFacts.target(ofLink: "/proc/self/ns/pid")?.filter(\.isNumber) ?? ""
    }

    /// Returns `nil` if the text is not a mark.
    package init?(parsing text: Substring) {
        let parts = text.split(scalar: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let number = Int32(parts[0]), number > 0 else { return nil }
        (process, start, namespace) = (ProcessID(number), String(parts[1]), String(parts[2]))
    }

    package var description: String { "\(process)-\(start)-\(namespace)" }

    /// Whether the process still runs; true if that is not known, as of one in another container.
    package var isRunning: Bool {
        guard namespace == Self.current.namespace else { return true }
        guard process.isRunning else { return false }
        return start.isEmpty || ProcessTree.start(of: process).map { $0 == start } ?? true
    }
}
