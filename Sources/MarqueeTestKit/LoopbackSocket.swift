package import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Blocking TCP sockets on 127.0.0.1.
enum LoopbackSocket {
    /// Returns a socket bound to the given port, or to one that the system chooses (`port` 0).
    ///
    /// If `isForAllAddresses` is true, the socket is reachable at all of 127.0.0.0/8 on Linux, but only locally.
    static func bound(
        to port: UInt16 = 0,
        isForAllAddresses: Bool = false
    ) throws(SystemError) -> (descriptor: FileDescriptor, port: Int) {
        let descriptor = try open()
        do {
            #if os(Linux)
            if isForAllAddresses { try bindToLoopbackDevice(descriptor) }
            try bind(descriptor, to: port, isForAllAddresses ? INADDR_ANY : INADDR_LOOPBACK)
            #else
            try bind(descriptor, to: port, INADDR_LOOPBACK)
            #endif
            return (descriptor, try localPort(of: descriptor))
        } catch {
            descriptor.close()
            throw error
        }
    }

    static func listen(_ descriptor: FileDescriptor, backlog: Int32 = 128) throws(SystemError) {
        #if canImport(Glibc)
        let result = Glibc.listen(descriptor.number, backlog)
        #else
        let result = Darwin.listen(descriptor.number, backlog)
        #endif
        guard result == 0 else { throw SystemError("listen") }
    }

    /// Returns the next connection, or `nil` once the listener is shut down.
    static func accept(_ listener: FileDescriptor) -> FileDescriptor? {
        while true {
            #if canImport(Glibc)
            let descriptor = Glibc.accept(listener.number, nil, nil)
            #else
            let descriptor = Darwin.accept(listener.number, nil, nil)
            #endif
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                return FileDescriptor(descriptor)
            }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    /// Starts to connect without waiting for the connection.
    static func startConnecting(to port: Int) throws(SystemError) -> FileDescriptor {
        let descriptor = try open()
        try descriptor.setNonBlocking()
        var address = loopback(UInt16(port))
        _ = unsafe withAddress(&address) { unsafe connect(descriptor.number, $0, $1) }
        return descriptor
    }

    static func connected(to port: Int) -> FileDescriptor? {
        do throws(SystemError) {
            let descriptor = try open()
            var address = loopback(UInt16(port))
            if unsafe withAddress(&address, { unsafe connect(descriptor.number, $0, $1) }) == 0 { return descriptor }
            descriptor.close()
            return nil
        } catch {
            return nil
        }
    }

    /// Closes with RST instead of FIN.
    static func reset(_ descriptor: FileDescriptor) {
        setOption(descriptor, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        descriptor.close()
    }

    static func setOption<Value: BitwiseCopyable>(_ descriptor: FileDescriptor, _ option: Int32, _ value: Value) {
        var value = value
        unsafe setsockopt(descriptor.number, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    private static func open() throws(SystemError) -> FileDescriptor {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SystemError("socket") }
        #if canImport(Darwin)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        setOption(FileDescriptor(descriptor), SO_NOSIGPIPE, Int32(1))
        #endif
        return FileDescriptor(descriptor)
    }

    #if os(Linux)
    private static func bindToLoopbackDevice(_ descriptor: FileDescriptor) throws(SystemError) {
        let name: [UInt8] = Array("lo".utf8)
        guard unsafe setsockopt(descriptor.number, SOL_SOCKET, SO_BINDTODEVICE, name, socklen_t(name.count)) == 0 else {
            throw SystemError("setsockopt(SO_BINDTODEVICE)")
        }
    }
    #endif

    private static func bind(_ descriptor: FileDescriptor, to port: UInt16, _ host: UInt32) throws(SystemError) {
        setOption(descriptor, SO_REUSEADDR, Int32(1))
        var address = loopback(port)
        address.sin_addr.s_addr = host.bigEndian
        let result = unsafe withAddress(&address) { pointer, length in
            #if canImport(Glibc)
            unsafe Glibc.bind(descriptor.number, pointer, length)
            #else
            unsafe Darwin.bind(descriptor.number, pointer, length)
            #endif
        }
        guard result == 0 else { throw SystemError("bind") }
    }

    private static func localPort(of descriptor: FileDescriptor) throws(SystemError) -> Int {
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withAddress(&address) { pointer, _ in
            unsafe getsockname(descriptor.number, UnsafeMutablePointer(mutating: pointer), &length)
        }
        guard result == 0 else { throw SystemError("getsockname") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withAddress(
        _ address: inout sockaddr_in,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// Blocking reads and writes of whole texts; a closed peer counts as the end.
extension FileDescriptor {
    /// Returns the next bytes, at most 64 KiB; empty at the end of the stream or after an error.
    func readSome() -> [UInt8] {
        do { return try read(atMost: 65_536) } catch { return [] }
    }

    func writeWhole(_ bytes: [UInt8]) -> Bool {
        do {
            try writeAll(bytes.span)
            return true
        } catch {
            return false
        }
    }
}

extension [UInt8] {
    /// Where these bytes begin for the first time.
    ///
    /// Tests search megabytes, in which Swift's own loops take minutes in a debug build.
    package func place(of wanted: [UInt8]) -> Int? {
        guard let first = wanted.first else { return nil }
        return unsafe withUnsafeBytes { bytes in
            unsafe wanted.withUnsafeBytes { wanted in
                var start = 0
                while start + wanted.count <= bytes.count, let base = bytes.baseAddress, let other = wanted.baseAddress
                {
                    let most = bytes.count - wanted.count + 1 - start
                    guard let found = unsafe memchr(base + start, Int32(first), most) else { return nil }
                    if unsafe memcmp(found, other, wanted.count) == 0 { return unsafe base.distance(to: found) }
                    start = unsafe base.distance(to: found) + 1
                }
                return nil
            }
        }
    }
}

/// Two sockets that lead to each other, in place of a pipe.
struct SocketPair {
    let ownEnd: FileDescriptor
    let childEnd: FileDescriptor

    init() throws(SystemError) {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError("socketpair") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (ownEnd, childEnd) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }
}

// MARK: - Ports for tests

/// A kept connection to a port on 127.0.0.1 that does nothing but write and read: what any client takes at least.
package final class LoopbackClient {
    private let descriptor: FileDescriptor

    package init(port: Int) throws(SystemError) {
        guard let descriptor = LoopbackSocket.connected(to: port) else { throw SystemError("connect") }
        self.descriptor = descriptor
    }

    deinit { descriptor.close() }

    package func write(_ bytes: [UInt8]) throws(SystemError) {
        guard descriptor.writeWhole(bytes) else { throw SystemError("write") }
    }

    package func read(until ending: [UInt8]) throws(SystemError) {
        var received: [UInt8] = []
        while !received.suffix(ending.count).elementsEqual(ending) {
            let bytes = descriptor.readSome()
            guard !bytes.isEmpty else { throw SystemError("read") }
            received += bytes
        }
    }
}

/// A port on 127.0.0.1 whose queue of connections is full, so that Linux drops every further SYN without an answer.
package final class SilentPort: Sendable {
    package let port: Int
    private let descriptors: [FileDescriptor]

    package init() throws(SystemError) {
        let (listener, port) = try LoopbackSocket.bound()
        self.port = port
        var descriptors = [listener]
        do {
            try LoopbackSocket.listen(listener, backlog: 0)
            for _ in 0..<4 { descriptors.append(try LoopbackSocket.startConnecting(to: port)) }
        } catch {
            for descriptor in descriptors { descriptor.close() }
            throw error
        }
        self.descriptors = descriptors
    }

    deinit {
        for descriptor in descriptors { descriptor.close() }
    }
}

/// Passes bytes between two connections, in both directions on one thread.
enum Tunnel {
    /// Ends when either connection does; closes neither.
    ///
    /// With `endsAtAlert`, ends before the first alert in the TLS 1.3 of the second, such as the notice that it closes.
    static func run(between first: FileDescriptor, and second: FileDescriptor, endsAtAlert: Bool = false) {
        var records = TLSRecords()
        while true {
            var poll = PollSet((first, .readable), (second, .readable))
            guard poll.wait(atMost: nil) > 0 else { return }
            if poll.isReady(0), !pass(from: first, to: second) { return }
            if poll.isReady(1) {
                let bytes = second.readSome()
                guard !bytes.isEmpty else { return }
                let passed = endsAtAlert ? records.beforeAlert(bytes) : bytes
                guard passed.isEmpty || first.writeWhole(passed), !records.metAlert else { return }
            }
        }
    }

    private static func pass(from source: FileDescriptor, to sink: FileDescriptor) -> Bool {
        let bytes = source.readSome()
        return !bytes.isEmpty && sink.writeWhole(bytes)
    }
}

/// Cuts one direction of a TLS 1.3 connection into its records.
private struct TLSRecords {
    /// A head of 5 bytes, the alert, its type, and the tag of the usual ciphers.
    private static let alertBytes = 5 + 2 + 1 + 16
    private var pending: [UInt8] = []
    private(set) var metAlert = false

    /// Returns the further whole records before an alert.
    mutating func beforeAlert(_ bytes: [UInt8]) -> [UInt8] {
        pending += bytes
        var passed: [UInt8] = []
        while pending.count >= 5 {
            let length = 5 + Int(pending[3]) << 8 + Int(pending[4])
            guard pending.count >= length else { break }
            metAlert = metAlert || length == Self.alertBytes
            if metAlert { break }
            passed += pending[..<length]
            pending.removeFirst(length)
        }
        return passed
    }
}

/// A port on 127.0.0.1 that refuses every connection, and that no other process can take while this value lives.
package final class ClosedPort: Sendable {
    package let port: Int
    private let descriptor: FileDescriptor

    package init() throws(SystemError) { (descriptor, port) = try LoopbackSocket.bound() }

    deinit {
        descriptor.close()
    }
}
