import MovieDomain
import ProviderLanguage

extension ProviderError.Kind {
    init(_ kind: FaultKind) {
        self =
            switch kind {
            case .auth: .auth
            case .quota: .quota
            case .rateLimited: .rateLimited
            case .notFound: .notFound
            case .badRequest: .badRequest
            case .unavailable: .unavailable
            case .upstream: .upstream
            }
    }
}
