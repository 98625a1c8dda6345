import Logging
import MovieDomain

extension Composition {
    /// Says at `debug` what this run works with.
    func logStart() {
        guard logger.logLevel <= .debug else { return }
        logger.debug("marquee \(MarqueeVersion.current)")
        switch configurationLocation {
        case .bundled: logger.debug("definitions: those built in")
        case .file(let path): logger.debug("definitions: \(path)")
        }
        switch settings.recording {
        case nil: break
        case .demo: logger.debug("answers: the recording that is built in, no network")
        case .folder(let folder): logger.debug("answers: the recording in \(folder), no network")
        }
    }
}
