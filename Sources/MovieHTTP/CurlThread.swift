import CCurl
import HTTPModel
import MovieDomain
import Platform
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The only thread on which libcurl works: it connects, sends, and receives for all exchanges concurrently.
///
/// The first exchange starts it, because most calls are answered from the cache, and most processes need no network.
/// libcurl resolves names on threads of its own, one for each name.
final class CurlThread: Sendable {
    private enum Command {
        case begin(Int, CurlTransfer.Order, CheckedContinuation<CurlTransfer.Outcome, Never>)
        case cancel(Int)
        case stop(CheckedContinuation<Void, Never>)
    }

    private struct State {
        var commands: [Command] = []
        /// Wakes the thread while it runs.
        var multi: CurlMulti?
        var isStarted = false
        var isStopped = false
        var lastID = 0
    }

    private let state = Mutex(State())
    private let clock: any MonotonicClock
    private let connectionsPerOrigin: Int

    init(clock: any MonotonicClock, connectionsPerOrigin: Int) {
        self.clock = clock
        self.connectionsPerOrigin = connectionsPerOrigin
    }

    /// Performs one exchange; cancelling the task closes its connection.
    func run(_ order: CurlTransfer.Order) async -> CurlTransfer.Outcome {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(.begin(id, order, continuation))
                // An earlier cancellation found nothing to cancel.
                if Task.isCancelled { submit(.cancel(id)) }
            }
        } onCancel: {
            submit(.cancel(id))
        }
    }

    /// Closes every connection and ends the thread; exchanges that still run fail.
    func stop() async { await withCheckedContinuation { continuation in submit(.stop(continuation)) } }

    private func submit(_ command: Command) {
        let refused = state.withLock { state -> Command? in
            if state.isStopped { return command }
            if case .stop = command {
                state.isStopped = true
                guard state.isStarted else { return command }
            }
            state.commands.append(command)
            if let multi = state.multi { multi.wake() }
            if case .begin = command, !state.isStarted { start(&state) }
            return nil
        }
        if let refused { refuse(refused, CurlErrors.ending) }
    }

    private func start(_ state: inout State) {
        do {
            try SystemThread.start { [self] in work() }
            state.isStarted = true
        } catch {
            for command in state.commands { refuse(command, CurlErrors.noLibrary) }
            state.commands = []
        }
    }

    private func refuse(_ command: Command, _ failure: ProviderError) {
        switch command {
        case .begin(_, _, let continuation): continuation.resume(returning: .init(result: .failure(failure)))
        case .cancel: break
        case .stop(let continuation): continuation.resume()
        }
    }

    // MARK: On the thread

    private func work() {
        guard let multi = CurlMulti(connectionsPerOrigin: connectionsPerOrigin) else { return giveUp() }
        state.withLock { $0.multi = multi }
        var transfers: [Int: CurlTransfer] = [:]
        let kept = KeptConnections()
        var stop: CheckedContinuation<Void, Never>?
        while stop == nil {
            for command in takeCommands() {
                switch command {
                case .begin(let id, let order, let continuation):
                    guard let transfer = CurlTransfer(order, kept, continuation) else {
                        refuse(command, CurlErrors.noLibrary)
                        continue
                    }
                    if transfer.begin(in: multi) { transfers[id] = transfer }
                case .cancel(let id):
                    end(id, of: &transfers, multi) { $0.end(.cancelled($0.order.request)) }
                case .stop(let continuation): stop = continuation
                }
            }
            multi.perform()
            while let (handle, code) = unsafe multi.nextEnded() {
                guard let id = transfers.first(where: { unsafe $0.value.isOf(handle) })?.key else { continue }
                end(id, of: &transfers, multi) { $0.end(code) }
            }
            endOverdue(&transfers, multi)
            if stop == nil { multi.wait(milliseconds(until: transfers.values.lazy.map(\.order.end).min())) }
        }
        for id in Array(transfers.keys) { end(id, of: &transfers, multi) { $0.end(CurlErrors.ending) } }
        // The handle is about to be freed, so it must not be woken from now on.
        state.withLock { $0.multi = nil }
        multi.close()
        stop?.resume()
    }

    private func end(
        _ id: Int,
        of transfers: inout [Int: CurlTransfer],
        _ multi: CurlMulti,
        _ body: (CurlTransfer) -> Void
    ) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        // Close or keep the connection before the end is reported.
        transfer.leave(multi)
        body(transfer)
    }

    private func endOverdue(_ transfers: inout [Int: CurlTransfer], _ multi: CurlMulti) {
        let now = clock.now
        for (id, transfer) in transfers where transfer.order.end <= now {
            end(id, of: &transfers, multi) { $0.end(CurlErrors.overdue($0.order)) }
        }
    }

    /// Returns the milliseconds until a moment, rounded up, so that the moment has come when the thread wakes.
    private func milliseconds(until end: Duration?) -> Int32 {
        guard let end else { return .max }
        return Int32(max(0, min((end - clock.now).wholeMilliseconds + 1, 3_600_000)))
    }

    private func takeCommands() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Ends the start without libcurl; the next exchange tries again.
    private func giveUp() {
        let commands = state.withLock { state in
            defer {
                state.commands = []
                state.isStarted = false
            }
            return state.commands
        }
        for command in commands { refuse(command, CurlErrors.noLibrary) }
    }
}

/// libcurl's handle for concurrent exchanges, with the kept connections.
@safe
struct CurlMulti: @unchecked Sendable {
    /// The most connections that are kept, however many hosts there are.
    private static let keptConnections = 64
    /// More than all sources have hosts.
    private static let resolverThreads = 512

    /// Only used on one thread, except for ``wake()``, which libcurl allows from others.
    private let handle: UnsafeMutableRawPointer

    /// Returns `nil` if the system has no descriptors for it.
    init?(connectionsPerOrigin: Int) {
        guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else { return nil }
        unsafe self.handle = unsafe handle
        guard unsafe curl_multi_wakeup(handle) == CURLM_OK else {
            unsafe curl_multi_cleanup(handle)
            return nil
        }
        unsafe marquee_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        unsafe marquee_curl_multi_set_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerOrigin)
        unsafe marquee_curl_multi_widen_resolver(handle, Self.resolverThreads)
    }

    func wake() { unsafe curl_multi_wakeup(handle) }

    func add(_ easy: UnsafeMutableRawPointer) -> Bool { unsafe curl_multi_add_handle(handle, easy) == CURLM_OK }

    func remove(_ easy: UnsafeMutableRawPointer) { unsafe curl_multi_remove_handle(handle, easy) }

    func perform() {
        var running: Int32 = 0
        unsafe curl_multi_perform(handle, &running)
    }

    func nextEnded() -> (UnsafeMutableRawPointer?, CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(handle, &left) {
            if unsafe message.pointee.msg == CURLMSG_DONE {
                return unsafe (message.pointee.easy_handle, message.pointee.data.result)
            }
        }
        return nil
    }

    /// Waits until a connection is ready, one of libcurl's own timeouts expires, or the thread is woken.
    func wait(_ milliseconds: Int32) {
        // A wait that fails at once must not keep a processor busy.
        if unsafe curl_multi_poll(handle, nil, 0, milliseconds, nil) != CURLM_OK { usleep(10_000) }
    }

    func close() { unsafe curl_multi_cleanup(handle) }
}

/// The properties of the library as a whole.
enum CurlLibrary {
    /// Whether the library has been set up for the process, which happens once.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Whether TLS is by OpenSSL or LibreSSL, whose numbers for certificate faults are known here.
    static let usesOpenSSL: Bool = {
        guard let name = unsafe marquee_curl_version()?.pointee.ssl_version else { return false }
        let text = unsafe String(cString: name)
        return text.hasPrefix(scalars: "OpenSSL") || text.hasPrefix(scalars: "LibreSSL")
    }()
}
