#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Blocking TCP sockets on 127.0.0.1, by descriptor.
enum LoopbackSocket {
    /// A socket bound to a port that the system chose (`port` 0) or to the given one.
    ///
    /// Where `isForAllAddresses`, it is reached by all of 127.0.0.0/8 on Linux, and by no other network.
    static func bound(
        to port: UInt16 = 0,
        isForAllAddresses: Bool = false
    ) throws(SystemFailure) -> (descriptor: Int32, port: Int) {
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
            close(descriptor)
            throw error
        }
    }

    static func listen(_ descriptor: Int32, backlog: Int32 = 128) throws(SystemFailure) {
        #if canImport(Glibc)
        let result = Glibc.listen(descriptor, backlog)
        #else
        let result = Darwin.listen(descriptor, backlog)
        #endif
        guard result == 0 else { throw SystemFailure("listen") }
    }

    /// The next connection, or `nil` once the listener is shut down.
    static func accept(_ listener: Int32) -> Int32? {
        while true {
            #if canImport(Glibc)
            let descriptor = Glibc.accept(listener, nil, nil)
            #else
            let descriptor = Darwin.accept(listener, nil, nil)
            #endif
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                return descriptor
            }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    /// Begins to connect and does not wait for the end.
    static func startConnecting(to port: Int) throws(SystemFailure) -> Int32 {
        let descriptor = try open()
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var address = loopback(UInt16(port))
        _ = unsafe withAddress(&address) { unsafe connect(descriptor, $0, $1) }
        return descriptor
    }

    /// A connection to a port; `nil` where there is none.
    static func connected(to port: Int) -> Int32? {
        do throws(SystemFailure) {
            let descriptor = try open()
            var address = loopback(UInt16(port))
            if unsafe withAddress(&address, { unsafe connect(descriptor, $0, $1) }) == 0 { return descriptor }
            close(descriptor)
            return nil
        } catch {
            return nil
        }
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    /// Closes with RST instead of FIN.
    static func reset(_ descriptor: Int32) {
        setOption(descriptor, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close(descriptor)
    }

    static func setOption<Value: BitwiseCopyable>(_ descriptor: Int32, _ option: Int32, _ value: Value) {
        var value = value
        unsafe setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    private static func open() throws(SystemFailure) -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SystemFailure("socket") }
        #if canImport(Darwin)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        setOption(descriptor, SO_NOSIGPIPE, Int32(1))
        #endif
        return descriptor
    }

    #if os(Linux)
    private static func bindToLoopbackDevice(_ descriptor: Int32) throws(SystemFailure) {
        let name: [UInt8] = Array("lo".utf8)
        guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, name, socklen_t(name.count)) == 0 else {
            throw SystemFailure("setsockopt(SO_BINDTODEVICE)")
        }
    }
    #endif

    private static func bind(_ descriptor: Int32, to port: UInt16, _ host: UInt32) throws(SystemFailure) {
        setOption(descriptor, SO_REUSEADDR, Int32(1))
        var address = loopback(port)
        address.sin_addr.s_addr = host.bigEndian
        let result = unsafe withAddress(&address) { pointer, length in
            #if canImport(Glibc)
            unsafe Glibc.bind(descriptor, pointer, length)
            #else
            unsafe Darwin.bind(descriptor, pointer, length)
            #endif
        }
        guard result == 0 else { throw SystemFailure("bind") }
    }

    private static func localPort(of descriptor: Int32) throws(SystemFailure) -> Int {
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withAddress(&address) { pointer, _ in
            unsafe getsockname(descriptor, UnsafeMutablePointer(mutating: pointer), &length)
        }
        guard result == 0 else { throw SystemFailure("getsockname") }
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

/// Blocking reads and writes on a descriptor, whole and without signals.
enum Descriptor {
    /// The next bytes, at most 64 KiB; empty at the end of the stream or after an error.
    static func read(_ descriptor: Int32) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = 0
            while true {
                let got = unsafe readOnce(descriptor, into: buffer)
                if got < 0 && errno == EINTR { continue }
                count = max(0, got)
                return
            }
        }
    }

    /// Writes everything; says whether it could.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var rest = unsafe buffer[...]
            while unsafe !rest.isEmpty {
                let written = unsafe writeOnce(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { return false }
                unsafe rest = rest.dropFirst(written)
            }
            return true
        }
    }

    /// Waits until there is something to read, the end of the stream included; `false` when the time has passed.
    static func waitUntilReadable(_ descriptor: Int32, upTo timeout: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let parts = timeout.components
        let milliseconds = parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
        return unsafe poll(&entry, 1, Int32(clamping: milliseconds)) > 0
    }

    /// Reads once; negative after an error.
    static func readOnce(_ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
        unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    /// Writes once; negative after an error.
    static func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

/// A call to the operating system that failed: which, and `errno`.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var call: String
    package var code: Int32

    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(unsafe String(cString: strerror(code)))" }
}
