import MovieProviders
import ProviderLanguage
import Synchronization

extension Composition {
    /// What takes the configuration's secrets out of a message; they are read when it is first needed.
    var messageMask: @Sendable ([UInt8]) -> [UInt8] {
        // A recording has none.
        guard settings.recording == nil else { return { $0 } }
        return { [self] message in masks.mask { makeMask() }.masking(message) }
    }

    /// Takes the secrets of these definitions out of messages as well: calls that are under way have those of before.
    func coverSecrets(of configurations: [Configuration]) {
        guard settings.recording == nil else { return }
        let secrets = SecretSource(environment: environment.variable, files: environment.files)
        for configuration in configurations { masks.cover(MessageMask(configuration, secrets: secrets)) }
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

/// A mask that is made when it is first needed, and that only ever takes more out.
final class MadeMask: Sendable {
    private let made = Mutex<MessageMask?>(nil)

    /// Takes out what `more` takes out, too.
    func cover(_ more: MessageMask) {
        made.withLock { $0 = $0?.covering(more) ?? more }
    }

    func mask(_ make: () -> MessageMask?) -> MessageMask {
        made.withLock { made in
            let mask = made ?? make() ?? MessageMask.nothing
            made = mask
            return mask
        }
    }
}
