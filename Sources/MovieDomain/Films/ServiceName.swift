import Platform

/// The name of a service on which films can be watched, by the words by which names are compared.
public struct ServiceName: Hashable, Sendable {
    private let words: [String]

    /// Reads a name as people write it, also in Korean: `Disney+`, `디즈니플러스`.
    public init(_ name: String) {
        let plain = name.replacing(scalars: "+", with: " plus").lowercased()
        let words = plain.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        self.words = Self.koreanNames[words.joined()] ?? words
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

    /// The names of services in Korea as people write them, and as TMDB does.
    private static let koreanNames = [
        "넷플릭스": ["netflix"], "웨이브": ["wavve"], "티빙": ["tving"], "왓챠": ["watcha"], "라프텔": ["laftel"],
        "디즈니plus": ["disney", "plus"], "디즈니플러스": ["disney", "plus"], "쿠팡플레이": ["coupang", "play"],
        "애플tvplus": ["apple", "tv", "plus"], "애플tv": ["apple", "tv"], "네이버": ["naver", "store"],
        "구글플레이": ["google", "play", "movies"], "유튜브": ["youtube"], "아마존프라임비디오": ["amazon", "prime", "video"],
        "프라임비디오": ["prime", "video"],
    ]
}
