#if canImport(Darwin)
import Darwin

/// Reports changes at some places with kqueue, for their folders and for the files themselves, because the events of a
/// folder do not include the content of its files.
package final class FolderEvents {
    private let queue: Int32
    private var open: [Int32] = []

    /// Starts to listen, or returns `nil` if the system does not allow it.
    package init?(_ places: [WatchedPlace]) {
        queue = kqueue()
        guard queue >= 0 else { return nil }
        for path in Set(places.flatMap { [$0.folder, "\($0.folder)/\($0.name)"] }) { add(path) }
        if open.isEmpty {
            _ = close(queue)
            return nil
        }
    }

    deinit {
        for descriptor in open { _ = close(descriptor) }
        _ = close(queue)
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

    /// Waits for a change until `timeout` (`nil`: forever).
    ///
    /// Returns `written` for every change, because kqueue does not report whether a writer has closed the file.
    package func wait(atMost timeout: Duration?) -> FolderEvent? {
        var event = unsafe kevent()
        guard let timeout else { return unsafe kevent(queue, nil, 0, &event, 1, nil) > 0 ? .written : nil }
        let (seconds, attoseconds) = max(.zero, timeout).components
        var limit = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        return unsafe kevent(queue, nil, 0, &event, 1, &limit) > 0 ? .written : nil
    }
}
#endif
