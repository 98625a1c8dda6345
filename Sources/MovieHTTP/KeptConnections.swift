import CCurl

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Tracks libcurl's connections to detect those that were spoiled while they were kept; only used on libcurl's thread.
///
/// Before 8.1, libcurl reuses a connection with unsolicited bytes and takes them for the next answer: then every later
/// answer on it belongs to another request.
final class KeptConnections {
    /// The descriptors, including some closed ones that have not been checked since.
    private var sockets: Set<Int32> = []
    /// The local ports of connections that use HTTP/1, where a server may not send anything unsolicited.
    private var ports: Set<Int> = []

    func opened(_ socket: Int32) {
        if socket >= 0 { sockets.insert(socket) }
    }

    func answered(onPort port: Int, isHTTP1: Bool) {
        if isHTTP1 { ports.insert(port) } else { ports.remove(port) }
    }

    /// Whether there is anything to read, even only the end of the stream, before the next request is sent.
    func hasUnaskedBytes(onPort port: Int) -> Bool {
        guard ports.contains(port) else { return false }
        for socket in sockets {
            switch localPort(of: socket) {
            case port:
                var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                if unsafe poll(&entry, 1, 0) > 0 { return true }
            case nil: sockets.remove(socket)
            default: break
            }
        }
        return false
    }

    /// Returns the local port; `nil` if this is not an internet socket.
    private func localPort(of socket: Int32) -> Int? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress,
                unsafe getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &length) == 0,
                // The port has the same offset in the addresses of both families.
                let place = MemoryLayout<sockaddr_in>.offset(of: \.sin_port)
            else { return nil }
            switch Int32(unsafe start.assumingMemoryBound(to: sockaddr.self).pointee.sa_family) {
            case AF_INET, AF_INET6:
                return Int(UInt16(bigEndian: unsafe start.load(fromByteOffset: place, as: UInt16.self)))
            default: return nil
            }
        }
    }
}
