import ProviderLanguage
import Upstream

extension ProviderEnvironment {
    /// What a definition's secrets are, and why some of them are not there.
    func secrets(of definition: ProviderDefinition) -> (found: [SecretReference: Secret], missing: [String]) {
        var found: [SecretReference: Secret] = [:]
        var missing: [String] = []
        for use in definition.secrets {
            do {
                found[use.secret] = try secrets.secret(SecretSource.Reference(use.secret))
            } catch {
                missing.append(error.reason)
            }
        }
        return (found, missing)
    }
}
