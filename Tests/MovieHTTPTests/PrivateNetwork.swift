import MarqueeTestKit
import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A network namespace in which these tests run once more: names of its own, a public address of its own, and a name
/// server that takes every question and answers none.
///
/// Names `*.films.example` lead to ``address``, which belongs to the namespace and looks like any of the internet's.
enum PrivateNetwork {
    static let address = "203.0.113.7"
    static let isInside = LongRuns.variable("MARQUEE_PRIVATE_NETWORK") == "1"

    /// It takes the rights of root, and time.
    static let isWanted =
        LongRuns.areWanted && !isInside && geteuid() == 0 && ProjectFiles.isExecutable("/usr/bin/unshare")

    static func hostName(_ number: Int) -> String { "source\(number).films.example" }

    /// Runs the tests inside whose names match `filter`, and returns how that ended.
    static func run(_ filter: String) async throws -> ProcessOutcome {
        try await ProjectFiles.withTemporaryFolder { folder in
            let script = """
                set -e
                ip link set lo up
                ip address add \(address)/32 dev lo
                echo 'nameserver 127.0.0.1' > \(folder)/resolv.conf
                echo '127.0.0.1 localhost' > \(folder)/hosts
                for number in $(seq 0 15); do echo "\(address) source$number.films.example"; done >> \(folder)/hosts
                mount --bind \(folder)/resolv.conf /etc/resolv.conf
                mount --bind \(folder)/hosts /etc/hosts
                exec "$0" --testing-library swift-testing --filter '\(filter)'
                """
            let plan = ProcessPlan(
                "/usr/bin/unshare",
                ["-n", "-m", "/bin/sh", "-c", script, try program()],
                environment: [
                    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "MARQUEE_PRIVATE_NETWORK": "1", "MARQUEE_LONG": "1",
                ]
            )
            return try await ProcessOutcome.of(plan, upTo: .seconds(300))
        }
    }

    private static func program() throws(SystemError) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { throw SystemError("readlink") }
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A name server on the namespace's port 53 that never answers, for as long as `body` runs.
    static func withSilentNameServer<Value>(_ body: () async throws -> Value) async throws -> Value {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #endif
        defer { close(descriptor) }
        var server = sockaddr_in()
        server.sin_family = sa_family_t(AF_INET)
        server.sin_port = UInt16(53).bigEndian
        server.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &server) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw SystemError("bind") }
        return try await body()
    }
}
