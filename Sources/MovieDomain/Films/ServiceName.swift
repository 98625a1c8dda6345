import Platform

/// The name of a service on which films can be watched, by the words by which names are compared.
public struct ServiceName: Hashable, Sendable {
    private let words: [String]

    /// Reads a name as people write it, also in Korean: `Disney+`, `디즈니플러스`.
    public init(_ name: String) {
        let plain = name.replacing(scalars: "+", with: " plus").lowercased()
        let words = plain.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        self.words =
            Self.koreanNames[words.joined()].map { $0.lowercased().split(scalar: " ").map(String.init) } ?? words
    }

    /// The name in lower case, in Latin letters if they are known: `disney plus`.
    public var text: String { words.joined(separator: " ") }

    /// Whether it is another name of a service, or that of one of its plans and channels: `Netflix Standard with Ads` is of
    /// `Netflix`.
    public func isOf(_ service: ServiceName) -> Bool {
        guard !service.words.isEmpty else { return false }
        return service.words.joined() == words.joined()
            || words.indices.contains { words[$0...].starts(with: service.words) }
    }

    /// The names of services that many people have, as TMDB writes them.
    public static let known = (Array(Set(koreanNames.values)) + ["Hulu", "Max", "MUBI", "Paramount Plus", "Peacock"])
        .sorted()

    /// The names of services in Korea as people write them, and as TMDB does.
    private static let koreanNames = [
        "넷플릭스": "Netflix", "웨이브": "wavve", "티빙": "TVING", "왓챠": "Watcha", "라프텔": "Laftel",
        "디즈니plus": "Disney Plus", "디즈니플러스": "Disney Plus", "쿠팡플레이": "Coupang Play",
        "애플tvplus": "Apple TV Plus", "애플tv": "Apple TV", "네이버": "Naver Store",
        "구글플레이": "Google Play Movies", "유튜브": "YouTube", "아마존프라임비디오": "Amazon Prime Video",
        "프라임비디오": "Prime Video",
    ]
}
