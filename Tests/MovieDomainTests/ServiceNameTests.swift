import MovieDomain
import Testing

@Suite("Services by their names")
struct ServiceNameTests {
    @Test(
        "A service is wanted by its name, its Korean name, or the words that its plans and channels have, too",
        arguments: [
            ("웨이브", "wavve", true), ("디즈니+", "Disney Plus", true), ("디즈니 플러스", "Disney Plus", true),
            ("티빙", "TVING", true), ("쿠팡플레이", "Coupang Play", true), ("왓챠", "Watcha", true),
            ("Netflix", "Netflix Standard with Ads", true), ("Prime Video", "Amazon Prime Video", true),
            ("HBO Max", "HBO Max Amazon Channel", true), ("Disney+", "Disney Plus", true),
            ("coupangplay", "Coupang Play", true),
            ("Apple TV+", "Apple TV Plus", true), ("disney plus", "Disney Plus", true), ("Wavve", "wavve", true),
            ("Netflix", "Nextflix", false), ("Max", "Maxdome", false), ("웨이브", "Watcha", false),
            ("", "Netflix", false), ("!", "Netflix", false), ("Amazon Video", "Amazon Prime Video", false),
        ]
    )
    func names(wanted: String, name: String, isWanted: Bool) {
        #expect(ServiceName(name).isOf(ServiceName(wanted)) == isWanted)
    }
}
