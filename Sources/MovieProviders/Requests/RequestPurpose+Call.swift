import HTTPModel
import MovieDomain

extension RequestPurpose {
    init(_ purpose: CallPurpose) {
        self =
            switch purpose {
            case .essential: .essential
            case .enrichment: .enrichment
            }
    }
}
