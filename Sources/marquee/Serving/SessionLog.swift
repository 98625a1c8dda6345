import JSON
import JSONRPC
import Logging
import MovieDomain

/// What a session writes to its log, and at which level.
struct SessionLog {
    let logger: Logger
    /// Takes secrets out of a message.
    let mask: @Sendable ([UInt8]) -> [UInt8]

    /// A fact about the traffic.
    func note(_ diagnostic: RPCDiagnostic) {
        let level: Logger.Level =
            switch diagnostic {
            case .framing: .debug
            default: .notice
            }
        logger.log(level: level, "\(diagnostic)")
    }

    /// What hears of calls; `nil` where nobody would read it, so that it costs nothing.
    var callEvents: (@Sendable (RPCCallEvent) -> Void)? {
        guard logger.logLevel <= .debug else { return nil }
        let showsParameters = logger.logLevel <= .trace
        return { [logger, mask] event in
            guard showsParameters, case .received(_, _, let params?) = event else { return logger.debug("\(event)") }
            logger.trace("\(event): \(String(decoding: mask(Array(params.text)), as: UTF8.self))")
        }
    }

    /// The sources, once they are known.
    func note(_ catalogue: Catalogue) {
        guard logger.logLevel <= .debug else { return }
        for profile in catalogue.configured.map(\.profile) {
            logger.debug("provider \(profile.id): \(profile.availability.reason ?? "available")")
        }
    }

    /// How the session ended: worth a line to everybody where it is not in order.
    func note(_ ending: RPCEnding) {
        logger.log(level: ending.exitCode == 0 ? .info : .notice, "\(ending)")
    }
}
