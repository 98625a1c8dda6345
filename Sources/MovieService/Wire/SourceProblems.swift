package import MovieDomain
import Platform

extension [ProviderReport] {
    /// What a person should know of the sources of an answer, in lines that can be shown as they are.
    var problems: [String] { flatMap(\.problems) }
}

extension ProviderReport {
    /// What a person should know of the source: that it did not answer, or only in part, or with old data.
    ///
    /// A source that is disabled, that has nothing, or that cannot do what was asked is not a problem.
    fileprivate var problems: [String] {
        guard isIncomplete else { return [] }
        let failed = failedParts.sorted { $0.key < $1.key }
        // What is wrong with the source as a whole is said once.
        let whole = failure.flatMap { $0.part == nil ? $0.message : nil }
        let parts = failed.filter { whole.map($0.value.message.hasSuffix) != true }.map { part, failure in
            "\(part): \(failure.named(provider)); this part may be missing."
        }
        guard let failure, failure.part == nil else {
            return parts.isEmpty ? ["\(provider) did not answer; its part may be missing."] : parts
        }
        return parts + [line(about: failure)]
    }

    private func line(about failure: ProviderError) -> String {
        let page = failure.page.map { "page \($0): " } ?? ""
        let message = failure.named(provider)
        let place = page.isEmpty || failure.message.hasPrefix(scalars: page) ? "" : page
        let advice = failure.hint.map { " (\($0))" } ?? ""
        let loss =
            if status == .stale {
                "what it said" + (freshness?.ageSeconds.map { " \(Self.age($0)) ago" } ?? " before") + " is shown"
            } else if failure.page != nil {
                "what follows may be missing"
            } else {
                "what it knows may be missing"
            }
        return "\(place)\(message)\(advice); \(loss)."
    }

    /// Returns `45 s`, `3 min`, `5 h`, or `2 d`.
    package static func age(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

extension ProviderError {
    /// Returns the message with the name of its source.
    func named(_ provider: ProviderID) -> String {
        message.hasPrefix(scalars: "\(provider) ") ? message : "\(provider): \(message)"
    }
}
