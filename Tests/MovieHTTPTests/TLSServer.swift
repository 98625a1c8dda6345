import MarqueeTestKit

/// A TLS server, `openssl s_server`, on a port of 127.0.0.1 with newly made certificates.
///
/// One authority, which the transport is told to trust, signs all but the self-signed certificate and that of the
/// unknown authority.
struct TLSServer {
    enum Certificate: String, CaseIterable {
        case trusted, expired, wrongHost, selfSigned, unknownAuthority
    }

    static let program = "/usr/bin/openssl"

    static var isAvailable: Bool { ProjectFiles.isExecutable(program) }

    let folder: String
    var authority: String { folder + "/ca.pem" }
    /// A folder that contains ``authority`` under its hash.
    var authorities: String { folder + "/authorities" }
    /// The authority that signs ``Certificate/unknownAuthority``.
    var stranger: String { folder + "/stranger.pem" }

    /// Runs `body` with the port of a server that has the certificate and answers every request with a page.
    func with<Value: Sendable>(_ certificate: Certificate, _ body: (Int) async throws -> Value) async throws -> Value {
        let name = certificate.rawValue
        let plan = ProcessPlan(
            Self.program,
            ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "\(name).pem", "-key", "key.pem"],
            workingDirectory: folder
        )
        return try await RunningProcess.withProcess(plan) { process in
            while true {
                let line = try await process.readLine()
                if line.hasPrefix("ACCEPT"), let port = line.split(separator: ":").last.flatMap({ Int($0) }) {
                    return try await body(port)
                }
            }
        }
    }

    /// Makes the key, the authorities, and the certificates in a folder that exists while `body` runs.
    static func withCertificates<Value: Sendable>(_ body: (TLSServer) async throws -> Value) async throws -> Value {
        let script = """
            set -e
            openssl ecparam -name prime256v1 -genkey -noout -out key.pem
            openssl req -x509 -key key.pem -subj /CN=Authority -days 2 -out ca.pem
            openssl req -x509 -key key.pem -subj /CN=Stranger -days 2 -out stranger.pem
            sign() {
                openssl req -new -key key.pem -subj "/CN=$2" -addext "subjectAltName=DNS:$2" -out "$1.csr"
                openssl x509 -req -in "$1.csr" -CA "$4" -CAkey key.pem -CAcreateserial -copy_extensions copy \\
                    -days "$3" -out "$1.pem"
            }
            sign trusted localhost 2 ca.pem
            sign expired localhost -1 ca.pem
            sign wrongHost films.example 2 ca.pem
            sign unknownAuthority localhost 2 stranger.pem
            openssl req -x509 -key key.pem -subj /CN=localhost -addext subjectAltName=DNS:localhost -days 2 \\
                -out selfSigned.pem
            mkdir authorities
            cp ca.pem authorities/
            ln -s ca.pem "authorities/$(openssl x509 -noout -hash -in ca.pem).0"
            """
        return try await ProjectFiles.withTemporaryFolder { folder in
            let plan = ProcessPlan(
                "/bin/sh",
                ["-c", script],
                environment: ["PATH": "/usr/bin:/bin"],
                workingDirectory: folder
            )
            let outcome = try await ProcessOutcome.of(plan)
            guard outcome.status == .exited(0) else { throw OpenSSLFailure(description: outcome.errors) }
            return try await body(TLSServer(folder: folder))
        }
    }
}

struct OpenSSLFailure: Error, CustomStringConvertible {
    var description: String
}
