import MovieProviders
import Synchronization

extension Composition {
    /// What takes the configuration's secrets out of a message; they are read when it is first needed.
    var messageMask: @Sendable ([UInt8]) -> [UInt8] {
        // A recording has none.
        guard settings.recording == nil else { return { $0 } }
        let made = MadeMask()
        return { [self] message in made.mask { makeMask() }.masking(message) }
    }

    private func makeMask() -> MessageMask? {
        do throws(StartFailure) {
            let loaded = try LoadedConfiguration(at: configurationLocation, environment.files)
            let secrets = SecretSource(environment: environment.variable, files: environment.files)
            return MessageMask(loaded.configuration, secrets: secrets)
        } catch {
            // The start has failed for the same reason, and has said so.
            return nil
        }
    }
}

/// A mask that is made once.
private final class MadeMask: Sendable {
    private let made = Mutex<MessageMask?>(nil)

    func mask(_ make: () -> MessageMask?) -> MessageMask {
        made.withLock { made in
            let mask = made ?? make() ?? MessageMask.nothing
            made = mask
            return mask
        }
    }
}
