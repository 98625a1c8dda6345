#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A change to a file.
package enum FolderEvent: Hashable, Sendable {
    /// A program writes to the file and has not closed it yet.
    case writing
    /// The file was closed after writing, replaced, or removed.
    case written
}

#if canImport(Glibc)
/// Reports changes at some places with inotify on their folders.
///
/// For a network folder, only changes made on this machine are reported. If the system does not allow to listen, such as
/// because the user has too many watches, any file may have changed every now and then.
package final class FolderEvents {
    /// `nil` if the system does not allow to listen.
    private let queue: FileDescriptor?
    /// The watched names in each folder.
    private let names: [Int32: Set<String>]
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)

    private static let written = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    )
    private static let writing = UInt32(IN_MODIFY)

    /// The time after which any file may have changed if the system does not report it.
    private static let unheard = Duration.seconds(2)

    package convenience init(_ places: [WatchedPlace]) {
        let queue = FileDescriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)))
        self.init(places, queue: queue.number < 0 ? nil : queue)
    }

    /// Starts to listen with an inotify instance; `nil` if the system gives none.
    package init(_ places: [WatchedPlace], queue: FileDescriptor?) {
        var names: [Int32: Set<String>] = [:]
        for place in places {
            guard let queue else { break }
            let watch = unsafe inotify_add_watch(queue.number, place.folder, Self.written | Self.writing)
            if watch >= 0 { names[watch, default: []].insert(place.name) }
        }
        self.names = names
        if names.isEmpty { queue?.close() }
        self.queue = names.isEmpty ? nil : queue
    }

    deinit { queue?.close() }

    /// Waits for a change at one of the places until `timeout` (`nil`: forever).
    ///
    /// Changes to other files in the folders also end the wait, and then this returns `nil`.
    package func wait(atMost timeout: Duration?) -> FolderEvent? {
        guard let queue else {
            SystemThread.sleep(for: min(timeout ?? Self.unheard, Self.unheard))
            return timeout.map { $0 < Self.unheard } == true ? nil : .written
        }
        var poll = PollSet((queue, .readable))
        _ = poll.wait(atMost: timeout)
        var news: FolderEvent?
        while let count = read(queue) {
            for event in events(in: buffer[..<count]) where news != .written { news = event }
        }
        return news
    }

    /// Reads pending events into the buffer, or returns `nil` if there are none.
    private func read(_ queue: FileDescriptor) -> Int? {
        do { return try queue.attemptRead(into: &buffer).flatMap { $0 == 0 ? nil : $0 } } catch { return nil }
    }

    private func events(in bytes: ArraySlice<UInt8>) -> [FolderEvent] {
        var events: [FolderEvent] = []
        var rest = bytes
        // An event has wd, mask, cookie, and length, four bytes each, and then the name.
        while rest.count >= 16 {
            let (watch, mask, length) = (Self.word(rest, 0), Self.word(rest, 1), Int(Self.word(rest, 3)))
            let name = String(decoding: rest.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            rest = rest.dropFirst(16 + length)
            if let event = event(of: Int32(bitPattern: watch), mask, name) { events.append(event) }
        }
        return events
    }

    /// Returns the meaning of an event; one without a name (of the folder, or an overflow) may concern any file.
    private func event(of watch: Int32, _ mask: UInt32, _ name: String) -> FolderEvent? {
        guard name.isEmpty || names[watch]?.contains(name) == true else { return nil }
        return mask & ~UInt32(IN_ISDIR) == Self.writing ? .writing : .written
    }

    private static func word(_ bytes: ArraySlice<UInt8>, _ index: Int) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) }
    }
}
#elseif canImport(Darwin)
/// What happens at some places, as the system reports it: kqueue on their folders, and on the files themselves, of
/// whose content a folder says nothing.
package final class FolderEvents {
    private let queue: Int32
    private var open: [Int32] = []

    /// The time after which any file may have changed if the system does not report it.
    private static let unheard = Duration.seconds(2)

    package init(_ places: [WatchedPlace]) {
        queue = kqueue()
        guard queue >= 0 else { return }
        for path in Set(places.flatMap { [$0.folder, "\($0.folder)/\($0.name)"] }) { add(path) }
    }

    deinit {
        for descriptor in open { _ = close(descriptor) }
        if queue >= 0 { _ = close(queue) }
    }

    private func add(_ path: String) {
        let descriptor = unsafe Darwin.open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        open.append(descriptor)
        var change = unsafe kevent(
            ident: UInt(descriptor),
            filter: Int16(EVFILT_VNODE),
            flags: UInt16(EV_ADD | EV_CLEAR),
            fflags: UInt32(bitPattern: NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_DELETE | NOTE_RENAME),
            data: 0,
            udata: nil
        )
        _ = unsafe kevent(queue, &change, 1, nil, 0, nil)
    }

    /// Waits until something has happened, or until `timeout` is over (`nil`: for as long as it takes).
    ///
    /// The system does not say here whether a writer has closed the file.
    package func wait(atMost timeout: Duration?) -> FolderEvent? {
        guard !open.isEmpty else {
            SystemThread.sleep(for: min(timeout ?? Self.unheard, Self.unheard))
            return timeout.map { $0 < Self.unheard } == true ? nil : .written
        }
        var event = unsafe kevent()
        guard let timeout else { return unsafe kevent(queue, nil, 0, &event, 1, nil) > 0 ? .written : nil }
        let (seconds, attoseconds) = max(.zero, timeout).components
        var limit = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        return unsafe kevent(queue, nil, 0, &event, 1, &limit) > 0 ? .written : nil
    }
}
#endif

/// A name in a folder, to be watched for changes.
package struct WatchedPlace: Hashable, Sendable {
    /// An existing folder.
    package let folder: String
    package let name: String

    /// Returns the places to watch for a file: its own, and those of all links and of the first missing folder.
    ///
    /// Editors replace files, which the folder reports but the file does not. A folder that is a link counts too,
    /// because whole configurations are often replaced at once by changing a link.
    ///
    /// `link` returns the target of a link as it is written, and `isThere` whether a path exists.
    package static func places(
        of path: String,
        link: (String) -> String? = FileFacts.target,
        isThere: (String) -> Bool = { unsafe access($0, F_OK) == 0 }
    ) -> [WatchedPlace] {
        var places: [WatchedPlace] = []
        var way = PathWalk(path)
        while let step = way.next() {
            let target = link(step.path)
            let isFolder = target == nil && step.namesLeft > 0 && (step.path == "/" || isThere(step.path))
            if isFolder { continue }
            let slash = step.path.lastIndex(scalar: "/") ?? step.path.startIndex
            let folder = slash == step.path.startIndex ? "/" : String(step.path[..<slash])
            let place = WatchedPlace(folder: folder, name: String(step.path[slash...].dropFirst()))
            if !places.contains(place) { places.append(place) }
            guard let target, way.follow(target) else { break }
        }
        return places
    }
}
