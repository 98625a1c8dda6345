import HTTPModel
import NIOCore
import NIOPosix
import NIOSSL

/// Finds out why a TLS connection could not be made, by looking once more without sending a request.
///
/// The client reports neither why a certificate was refused nor whether it was the handshake that hung. Here every
/// certificate is refused too, after its fields are read, so that nothing can go over this connection.
struct TLSDiagnosis {
    enum Finding: Hashable, Sendable {
        case noConnection
        /// Connected, and no certificate came.
        case noHandshake
        case certificate(CertificateFacts)
    }

    let origin: HTTPOrigin
    /// For the connection, and again for the handshake.
    let limit: Duration

    /// Ends when connection and handshake have each had their time, or with the task; the connection is closed then.
    func run(on group: any EventLoopGroup) async -> Finding {
        let loop = group.next()
        // Completed by whoever comes first: what comes later changes nothing.
        let finding = loop.makePromise(of: Finding.self)
        return await withTaskCancellationHandler {
            do {
                try connect(on: loop, finding)
                return try await finding.futureResult.get()
            } catch {
                finding.succeed(.noConnection)
                return .noConnection
            }
        } onCancel: {
            finding.succeed(.noConnection)
        }
    }

    private func connect(on loop: any EventLoop, _ finding: EventLoopPromise<Finding>) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        // None is trusted anyway, and to read those of the system takes its time.
        configuration.trustRoots = .certificates([])
        let context = try NIOSSLContext(configuration: configuration)
        let connection = ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(limit))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler(context, finding))
                }
            }
            .connect(host: origin.bareHost, port: origin.port ?? 443)
        connection.whenFailure { _ in finding.succeed(.noConnection) }
        connection.whenSuccess { channel in
            let timer = loop.scheduleTask(in: TimeAmount(limit)) { finding.succeed(.noHandshake) }
            channel.closeFuture.whenComplete { _ in finding.succeed(.noHandshake) }
            finding.futureResult.whenComplete { _ in
                timer.cancel()
                channel.close(promise: nil)
            }
        }
    }

    private func handler(
        _ context: NIOSSLContext,
        _ finding: EventLoopPromise<Finding>
    ) throws -> NIOSSLClientHandler {
        let name = origin.namesAnAddress ? nil : origin.host
        return try NIOSSLClientHandler(context: context, serverHostname: name) {
            (chain: [NIOSSLCertificate], verdict: EventLoopPromise<NIOSSLVerificationResult>) in
            finding.completeWith(Self.finding(chain))
            verdict.succeed(.failed)
        }
    }

    private static func finding(_ chain: [NIOSSLCertificate]) -> Result<Finding, any Error> {
        guard let leaf = chain.first else { return .success(.noHandshake) }
        return Result { .certificate(try CertificateFacts(leaf)) }
    }
}
